/** The blocks of a view, by the names the rules give them (src/knobel/rules/views.py). */

import type { View } from "./schema";

export type {
  BecomesView,
  BonusView,
  BoxView,
  CellView,
  CounterBlock,
  DiceBlock,
  DieView,
  GridBlock,
  LineView,
  RowView,
  RowsBlock,
  SheetBlock,
  SideView,
  TileView,
  TrayBlock,
  View,
} from "./schema";
export type Block = View["blocks"][number];
