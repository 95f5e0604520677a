/** Numbers as they are printed: with a true minus, and a plus where the sign matters. */

export function minus(n: number): string {
  return String(n).replace("-", "−");
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : minus(n);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
