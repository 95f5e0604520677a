/** How much is somebody's, in words. */

import type { TakenInOut } from "./schema";
import { say } from "./words.svelte";

const PARTS = ["matches", "results", "people", "cards"] as const;

/** "2 matches, 1 person"; nothing if there is nothing. */
export function amounts(found: TakenInOut): string {
  const there = PARTS.filter((part) => found[part] > 0);
  return there.map((part) => say(`web.everything.${part}`, { n: found[part] })).join(", ");
}
