/** Who keeps the booklet at this screen: the name that results are written under and whose next level is suggested. */

import { recall, remember } from "./settings.svelte";
import { say } from "./words.svelte";

const KEY = "knobel.keeper";
const kept = $state({ name: recall(KEY) });

export function keeper(): string {
  return kept.name ?? say("web.new.names").split(" ")[0] ?? "";
}

export function keep(name: string): void {
  kept.name = name;
  remember(KEY, name);
}

/** Everybody with a column, whoever keeps the booklet now among them. */
export function columns(people: string[]): string[] {
  return people.includes(keeper()) ? people : [...people, keeper()];
}
