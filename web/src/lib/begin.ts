import { api } from "./api";
import type { NewMatch } from "./messages";
import { go } from "./route.svelte";
import { freshTable } from "./table.svelte";

/** Open a new table and go there. */
export async function begin(match: NewMatch): Promise<void> {
  sit((await api.create(match)).id);
}

/** Lay a table with seats for other devices: it begins when they are taken. */
export async function beginElsewhere(match: NewMatch, free: number[]): Promise<void> {
  go(`join/${(await api.share(match, free)).join ?? ""}`);
}

/** The same people, game and options as at that table, once more. */
export async function beginAgain(match: string): Promise<void> {
  sit((await api.again(match)).id);
}

function sit(id: string): void {
  freshTable(id);
  go(`match/${id}`);
}
