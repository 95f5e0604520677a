/** What deserves a small celebration: shown and heard one after the other, briefly, and never in anybody's way. */

import type { MedalName } from "./medals";
import type { DieView } from "./protocol";
import { sound } from "./sound";

export type Moment =
  | { kind: "kniffel"; name: string; dice: DieView[] } // the box it was written in, the dice it was thrown with
  | { kind: "bonus"; points: number }
  | { kind: "medal"; medal: MedalName }
  | { kind: "best"; points: number }
  | { kind: "win"; colours: string[] };

export const LASTS = 1_800; // milliseconds
const MOST = 3; // of somebody who was away not everything is made up for

/** The moment that is celebrated now. */
export const moment = $state<{ now: Moment | null }>({ now: null });
let waiting: Moment[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** What still waits gives way to something newer of its kind, and the oldest to what came last: a medal is never left out. */
export function celebrate(...moments: Moment[]): void {
  const still = waiting.filter((one) => moments.every((newer) => newer.kind !== one.kind));
  waiting = [...still, ...moments].slice(-MOST);
  if (timer === undefined) next();
}

/** Another screen, another mood. */
export function calmDown(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
  moment.now = null;
}

function next(): void {
  const now = waiting.shift() ?? null;
  moment.now = now;
  if (now) sound.celebrate(now.kind);
  timer = now ? setTimeout(next, LASTS) : undefined;
}
