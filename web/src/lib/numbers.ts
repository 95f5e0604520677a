/** Numbers as they are printed: with a true minus, and a plus where the sign matters. */

import { settings } from "./settings.svelte";

export function minus(n: number): string {
  return String(n).replace("-", "−");
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : minus(n);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A chance to the whole percent; but what may happen is never nothing, and what may fail is never sure. */
export function chance(share: number): string {
  if (share > 0 && share < 0.005) return "< 1 %";
  return share > 0.995 && share < 1 ? "> 99 %" : percent(share);
}

/** With as many places as it needs, at most `places`, as the language writes it. */
export function decimal(n: number, places = 2): string {
  return n.toLocaleString(settings.lang, { maximumFractionDigits: places }).replace("-", "−");
}
