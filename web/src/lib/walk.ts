/** The arrow keys: from one thing that can be pressed to the next. */

function focused(spots: HTMLElement[]): number {
  return spots.findIndex((spot) => spot === document.activeElement);
}

/** The next (1) or the one before (-1), around the end; from nowhere, the first or the last. */
export function walkOn(spots: HTMLElement[], step: 1 | -1): void {
  const at = focused(spots);
  const to = at < 0 ? (step > 0 ? 0 : -1) : (at + step) % spots.length;
  spots.at(to)?.focus();
}

/** The nearest in that direction, seen from where the hand is, if there is one; from nowhere, the first. */
export function walkTo(spots: HTMLElement[], x: number, y: number): boolean {
  const here = spots[focused(spots)] ?? document.activeElement?.closest("[data-hand]");
  const from = here?.getBoundingClientRect();
  const found = from === undefined ? spots[0] : nearest(spots, from, x, y);
  found?.focus();
  return found !== undefined;
}

function nearest(spots: HTMLElement[], from: DOMRect, x: number, y: number): HTMLElement | undefined {
  const ahead = spots
    .map((spot) => {
      const box = spot.getBoundingClientRect();
      const [dx, dy] = [box.x - from.x, box.y - from.y];
      return { spot, along: dx * x + dy * y, aside: Math.abs(dx * y) + Math.abs(dy * x) };
    })
    .filter((one) => one.along > 1);
  return ahead.sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.spot;
}
