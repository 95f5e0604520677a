/** Where a lesson points: what to press next for a move, or the part of the table that is spoken of, as selectors. */

const PARTS: Record<string, string> = { card: ".card", bonus: ".track", goal: ".goal" };
const GO = '[data-testid="go"]';

export function points(move: string): string[] {
  const [verb = "", what = "", row = ""] = move.split(" ");
  switch (verb) {
    case "put": {
      const inHand = `.waiting [data-face="${what}"][aria-pressed="true"]`;
      return [
        `.waiting:not(:has([data-face="${what}"][aria-pressed="true"])) [data-face="${what}"]`,
        `main:has(${inHand}) [data-row="${row}"]`,
      ];
    }
    case "score":
      // What has to be scored is the key itself; any other row is chosen first.
      return [
        `main:has([data-row="${what}"].must) ${GO}`,
        `[data-row]:not(.must) [data-score="${what}"]:not([aria-pressed="true"])`,
        `main:has([data-score="${what}"][aria-pressed="true"]) ${GO}`,
      ];
    default:
      return [PARTS[verb] ?? GO];
  }
}
