/** The kits by the engine whose views they show. A new engine is a folder and a line here. */

import type { View } from "../lib/protocol";
import { grid } from "./grid";
import type { Kit } from "./kit";
import { pad } from "./pad";
import { rows } from "./rows";

export const KITS: Readonly<Record<string, Kit>> = { pad, rows, grid };

/** The kit for that view; none if the server knows an engine that this page does not. */
export function kitOf(view: View | undefined): Kit | undefined {
  return view && KITS[view.engine];
}
