import { api } from "./api";
import type { NewMatch } from "./messages";
import { go } from "./route.svelte";
import { freshTable } from "./table.svelte";

/** Open a new table and go there. */
export async function begin(match: NewMatch): Promise<void> {
  const { id } = await api.create(match);
  freshTable(id);
  go(`match/${id}`);
}
