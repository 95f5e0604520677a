/** What is tapped explains itself, next to it, until the next choice. Shown by parts/Explanation.svelte. */

import { announce } from "./announce.svelte";
import { tell, type Text } from "./words.svelte";

export interface Explained {
  text: string;
  beside: Element;
}

let now = $state.raw<Explained | null>(null);

export function explained(): Explained | null {
  return now;
}

/** Say it, and show it beside that; a second tap on the same puts it away. */
export function explain(text: string, beside: Element): void {
  const again = now?.beside === beside && now.text === text;
  now = again ? null : { text, beside };
  if (!again) announce(text);
}

/** A box, a row, a tile: its name and what it asks for. */
export function ruleOf({ name, rule }: { name: Text; rule: Text }): string {
  return `${tell(name)}: ${tell(rule)}`;
}

export function unexplain(): void {
  now = null;
}
