/** How a score card is cut: the table of everybody in leaves, the card of whose turn it is in columns. */

import type { BoxView, SheetBlock } from "../../lib/protocol";

const LONGEST_LEAF = 10;
const MANY_BOXES = 16; // from here on three columns, and rows of 40 pixels where there is no room for 44

export interface Leaf {
  boxes: BoxView[];
  upper: boolean;
  last: boolean;
}

type Boxes = Pick<SheetBlock, "boxes">;

/** The leaves of the table: the upper part, and the lower one in halves where it is long. */
export function leavesOf(sheet: Boxes): Leaf[] {
  const lower = sheet.boxes.filter((box) => !box.upper);
  return cut(sheet, lower.length > LONGEST_LEAF ? 2 : 1);
}

/** The columns of a single card. */
export function columnsOf(sheet: Boxes): Leaf[] {
  return cut(sheet, crowded(sheet) ? 2 : 1);
}

export const crowded = (sheet: Boxes): boolean => sheet.boxes.length > MANY_BOXES;

function cut(sheet: Boxes, parts: number): Leaf[] {
  const lower = sheet.boxes.filter((box) => !box.upper);
  const length = Math.ceil(lower.length / parts);
  const leaves = [
    sheet.boxes.filter((box) => box.upper),
    ...Array.from({ length: parts }, (_, i) => lower.slice(i * length, (i + 1) * length)),
  ].filter((boxes) => boxes.length > 0);
  return leaves.map((boxes, i) => ({ boxes, upper: boxes[0]?.upper ?? false, last: i === leaves.length - 1 }));
}

/** Measures of the table, in rem where they hold text and in pixels where they are targets; its style sheet uses the same. */
export const TABLE = { names: 8.6, column: 3.35, gap: 1.1, row: 44, reckoning: 38, head: 3.4 };
const AROUND = 5.2; // rem: what the screen and the card leave free at their sides
const BAR_AND_DOCK = 15; // rem: the head of the screen, the dock in one line, some air

/** Whether the table of everybody, all its leaves beside each other, leaves room for the dice on a screen of that size. */
export function tableFits(sheet: SheetBlock, seats: number, width: number, height: number, rem: number): boolean {
  if (width < 720) return false;
  const leaves = leavesOf(sheet);
  const wide = leaves.length * (TABLE.names + seats * TABLE.column) + (leaves.length - 1) * TABLE.gap + AROUND;
  const tallest = Math.max(
    ...leaves.map((leaf) => {
      const sums = (leaf.upper ? 1 + sheet.bonuses.length : 0) + (leaf.last ? 2 + (sheet.pays_extra ? 1 : 0) : 0);
      return leaf.boxes.length * TABLE.row + sums * TABLE.reckoning;
    }),
  );
  const dock = width < 900 ? BAR_AND_DOCK + 4 : BAR_AND_DOCK; // there the keys lie below the dice
  return wide * rem <= Math.min(width, 1180 + 24) && tallest + (TABLE.head + dock) * rem <= height;
}

/** Whether the upper part is full: a bonus that is not reached then never will be. */
export const full = (sheet: SheetBlock): boolean => sheet.boxes.every((box) => !box.upper || box.points !== null);
