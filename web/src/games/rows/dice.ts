/** A die as moves name it: "4", or "y4" for the yellow one. */

import { D6 } from "../../lib/dice";
import type { DieView } from "../../lib/protocol";
import { say } from "../../lib/words.svelte";

const YELLOW: DieView = { ...D6, kind: "yellow" };

export function dieOf(named: string): { die: DieView; face: number } {
  const yellow = named.startsWith("y");
  return { die: yellow ? YELLOW : D6, face: Number(yellow ? named.slice(1) : named) };
}

export function dieName(named: string): string {
  return named.startsWith("y") ? say("web.forone.yellow", { face: named.slice(1) }) : named;
}
