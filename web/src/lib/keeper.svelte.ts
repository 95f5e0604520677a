/** Who keeps the booklet at this screen: the name that results are written under and whose next level is suggested. */

import { people } from "./people.svelte";
import { recall, remember, whenChanged } from "./settings.svelte";

const KEY = "knobel.keeper";
const kept = $state({ name: recall(KEY) });
whenChanged(KEY, () => (kept.name = recall(KEY)));

/** Whoever was chosen here, else who played last on this installation; empty as long as nobody has said a name. */
export function keeper(): string {
  return kept.name ?? people()[0]?.name ?? "";
}

export function keep(name: string | null): void {
  kept.name = name;
  remember(KEY, name);
}

/** Everybody with a column, whoever keeps the booklet now among them. */
export function columns(written: string[]): string[] {
  return keeper() === "" || written.includes(keeper()) ? written : [...written, keeper()];
}
