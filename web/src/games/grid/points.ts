/** Where a lesson points: what to press next for a move, or the part of the table that is spoken of, as selectors. */

const PARTS: Record<string, string> = { card: ".grid", aims: ".aims", goal: ".goal" };
const GO = '[data-testid="go"]';

export function points(move: string): string[] {
  const [verb = "", ...what] = move.split(" ");
  switch (verb) {
    case "place":
      return [
        `[data-cell="${what[0]}"]:not([aria-pressed="true"])`,
        `main:has([data-cell="${what[0]}"][aria-pressed="true"]) ${GO}`,
      ];
    case "line":
      return [`[data-line="${what.join(" ")}"]`];
    default:
      return [PARTS[verb] ?? GO];
  }
}
