/** Where a lesson points: what to press next for a move, or the part of the table that is spoken of, as selectors. */

const PARTS: Record<string, string> = {
  card: ".pad-table .card",
  dice: ".pad-table .dice",
  bonus: '[data-part="bonus"]',
};

export function points(move: string): string[] {
  const [verb = "", what = ""] = move.split(" ");
  switch (verb) {
    case "keep":
    case "chip":
      return keep(what);
    case "enter":
      return [`[data-box="${what}"]:not([aria-pressed="true"])`, `${table(chosen(what))} [data-testid="confirm"]`];
    case "box":
      return [`[data-box="${what}"]`];
    default:
      return [PARTS[verb] ?? '[data-testid="roll"]'];
  }
}

const table = (has: string) => `.pad-table:has(${has})`;
const chosen = (box: string) => `[data-box="${box}"][aria-pressed="true"]`;

/** First every die that does not lie as it should, then the key. */
function keep(mask: string): string[] {
  const wrong = [...mask].map((bit, i) => `[data-die="${i}"][aria-pressed="${bit === "1" ? "false" : "true"}"]`);
  return [...wrong, `${table("[data-die][aria-pressed]")}:not(:has(${wrong.join(", ")})) [data-testid="roll"]`];
}
