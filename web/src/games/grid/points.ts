/** Where a lesson points: what to press next for a move, or the part of the table that is spoken of, as selectors. */

const PARTS: Record<string, string> = { card: ".grid", aims: ".aims", goal: ".goal" };
const GO = '[data-testid="go"]';
const DISCARD = '[data-testid="discard"]';

/** A card of the hand, as long as it is not the one that would be laid. */
const inHand = (card: string) => [`[data-held="${card}"]:not([aria-pressed="true"])`];

export function points(move: string): string[] {
  const [verb = "", ...what] = move.split(" ");
  switch (verb) {
    case "place": {
      const [cell, card] = what;
      const open = `[data-cell="${cell}"]:not([aria-pressed="true"])`;
      const chosen = `[data-cell="${cell}"][aria-pressed="true"]`;
      if (card === undefined) return [open, `main:has(${chosen}) ${GO}`];
      // From a hand of several the card comes first.
      const raised = `[data-held="${card}"][aria-pressed="true"]`;
      return [...inHand(card), `main:has(${raised}) ${open}`, `main:has(${raised}):has(${chosen}) ${GO}`];
    }
    case "discard": {
      const [card] = what;
      if (card === undefined) return [DISCARD];
      return [...inHand(card), `main:has([data-held="${card}"][aria-pressed="true"]) ${DISCARD}`];
    }
    case "line":
      return [`[data-line="${what.join(" ")}"]`];
    default:
      return [PARTS[verb] ?? GO];
  }
}
