/** Finding the blocks of a view. A kit knows which ones its engine always has: those are asked for with `the`. */

import type { Block, CounterBlock, TrayBlock, View } from "./protocol";

type Named = { [B in Block as B["block"]]: B };

/** The block of that kind, if this game has one. */
export function block<K extends keyof Named>(view: View, kind: K): Named[K] | undefined {
  return view.blocks.find((one): one is Named[K] => one.block === kind);
}

/** The block of that kind, which every view of this engine has. */
export function the<K extends keyof Named>(view: View, kind: K): Named[K] {
  const found = block(view, kind);
  if (found === undefined) throw new Error(`a view of ${view.engine} without ${kind}`);
  return found;
}

export function counter(view: View, key: string): CounterBlock | undefined {
  return view.blocks.find((one): one is CounterBlock => one.block === "counter" && one.key === key);
}

/** What lies in the tray of that name, as moves call it. */
export function tray(view: View, key: string): string[] {
  const found = view.blocks.find((one): one is TrayBlock => one.block === "tray" && one.key === key);
  return (found?.items ?? []).map(String);
}

function movesIn(one: Block): (string | null)[] {
  switch (one.block) {
    case "sheet":
      return one.boxes.flatMap((box) => [box.move, box.strike]);
    case "rows":
      return one.rows.flatMap((row) => [row.score, ...Object.values(row.takes)]);
    case "grid":
      return one.cells.flatMap((cell) => Object.values(cell.takes));
    default:
      return [];
  }
}

/** Whether there is something to choose: more than one move, or dice of which some may stay. */
export function isDecision(view: View): boolean {
  const moves = [...view.actions, ...view.blocks.flatMap(movesIn)].filter((move) => move !== null);
  return (
    moves.length > 1 || view.blocks.some((one) => one.block === "own" || (one.block === "dice" && one.again !== null))
  );
}
