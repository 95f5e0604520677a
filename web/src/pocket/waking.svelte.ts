/** How far the start has come, for the line that tells it. */

import type { Stage } from "./said";

export const waking = $state<{
  stage: Stage | "ready";
  failed: { why: "storage" | "python"; error: string } | null;
  update: boolean; // a new version waits
}>({ stage: "python", failed: null, update: false });
