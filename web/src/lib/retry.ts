/** How long to wait before the next attempt to reach the server. */

const FIRST = 400;
const USUAL = 2_000; // a server that was started anew has everybody back within three seconds
const SLOWEST = 8_000;
const A_MINUTE = 30; // attempts

/** Milliseconds after so many attempts in vain; `luck` from 0 to 1 spreads them, so that not everybody comes at once. */
export function pauseAfter(attempts: number, luck = Math.random()): number {
  const slowest = attempts < A_MINUTE ? USUAL : SLOWEST;
  return Math.min(slowest, FIRST * 2 ** attempts) * (0.75 + luck / 2);
}
