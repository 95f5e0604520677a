import { api } from "./api";
import type { NewMatch } from "./messages";
import { go } from "./route.svelte";
import { freshTable } from "./table.svelte";

/** Open a new table and go there. */
export async function begin(match: NewMatch): Promise<void> {
  sit((await api.create(match)).id);
}

/** The same people, game and options as at that table, once more. */
export async function beginAgain(match: string): Promise<void> {
  sit((await api.again(match)).id);
}

function sit(id: string): void {
  freshTable(id);
  go(`match/${id}`);
}
