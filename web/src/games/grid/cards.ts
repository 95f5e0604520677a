import type { BecomesView, CellView, GridBlock, LineView } from "../../lib/protocol";
import { say } from "../../lib/words.svelte";

/** A card as moves name it, "c5", in words. */
export function cardName(card: string): string {
  return say("web.card_name", { colour: say(`colours.${card.charAt(0)}`), n: card.slice(1) });
}

export function lineName(line: LineView): string {
  return say(`web.numberup.${line.key}`, { n: line.index + 1 });
}

/** A cell as moves name it, "c5", in words: its row, and which cell of it. */
export function placeName(cell: string): string {
  if (!/^[a-f]\d$/.test(cell)) return cell;
  const column = cell.charCodeAt(0) - "a".charCodeAt(0) + 1;
  return say("web.numberup.at", { row: cell.slice(1), nth: say(`web.numberup.nth.${column}`) });
}

/** What a line has, and its mark if it got one; a line as it would be has other values. */
export function lineTold(line: LineView, as: LineView | BecomesView = line): string {
  const has = say("web.numberup.line", { what: lineName(line), value: as.value, target: line.target });
  return as.mark ? `${has}, ${say(`web.numberup.${as.mark}`, { n: as.points })}` : has;
}

/** What that card would make of the lines through that cell. */
export function linesTold(grid: GridBlock, cell: CellView, card: string): string {
  const lines = (cell.would[card] ?? []).map((would) => {
    const line = grid.lines[would.line];
    return line ? lineTold(line, would) : "";
  });
  return lines.join("; ");
}
