import type { LineView } from "../../lib/protocol";
import { say } from "../../lib/words.svelte";

/** A card as moves name it, "c5", in words. */
export function cardName(card: string): string {
  return say("web.card_name", { colour: say(`colours.${card.charAt(0)}`), n: card.slice(1) });
}

export function lineName(line: LineView): string {
  return say(`web.numberup.${line.key}`, { n: line.index + 1 });
}
