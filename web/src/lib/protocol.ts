/** The blocks of a view, by the names the rules give them (src/knobel/rules/views.py). */

import type { View } from "./schema";

export type {
  BonusLine,
  BoxLine,
  Cell,
  Counter,
  Dice,
  DieView,
  Grid,
  Line,
  RowLine,
  Rows,
  Sheet,
  Side,
  TileView,
  Tray,
  View,
} from "./schema";
export type Block = View["blocks"][number];
