/** The blocks of a view, by the names the rules give them (src/knobel/rules/views.py). */

import type { View } from "./schema";

export type {
  BonusView as BonusLine, BoxView as BoxLine, CellView as Cell, CounterBlock as Counter, DiceBlock as Dice, DieView, GridBlock as Grid,
  LineView as Line, RowView as RowLine, RowsBlock as Rows, SheetBlock as Sheet, SideView as Side, TileView, TrayBlock as Tray, View,
} from "./schema";
export type Block = View["blocks"][number];
