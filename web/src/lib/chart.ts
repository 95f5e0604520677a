/** What a chart is made of, and where its lines and numbers lie. */

export interface ChartPoint {
  x: number;
  y: number;
}

/** `line`: joined points; `dots`: points by themselves; `bars`: columns from nothing; `steps`: a hill, filled. */
export type SeriesKind = "line" | "dots" | "bars" | "steps";

export interface ChartSeries {
  name: string;
  points: readonly ChartPoint[];
  kind?: SeriesKind;
  colour?: string; // a colour of CSS; series have one each if none is given
  /** Whether the table behind the chart leaves it out, because another series has the same numbers. */
  untold?: boolean;
}

/** A stretch of the chart across or up: an expected range, a confidence interval. */
export interface ChartBand {
  name: string;
  low: readonly ChartPoint[];
  high: readonly ChartPoint[];
}

export interface ChartAxis {
  name: string;
  say?: (value: number) => string; // a value as it stands at the axis and in the table
  row?: (value: number) => string; // in the table, if that says more
  from?: number; // shown at least from here …
  to?: number; // … to here
  whole?: boolean; // only whole numbers are marked
}

/** Round numbers between two, both ends within: about `most` of them, never more than one too many. */
export function ticks(low: number, high: number, most: number, whole = false): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = ([1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10) * power;
  if (whole) step = Math.max(1, Math.ceil(step));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The least and the greatest of some numbers, with some room if all are the same. */
export function span(values: readonly number[], from?: number, to?: number): [number, number] {
  let low = from ?? Infinity;
  let high = to ?? -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** From a stretch of numbers to a stretch of pixels. */
export function scale([low, high]: readonly [number, number], from: number, to: number): (value: number) => number {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

export interface ChartRow {
  x: number;
  cells: (number | null)[]; // of each series; null where it has no such point
}

/** The same numbers as a table: a line for every x that a series has. */
export function rowsOf(series: readonly ChartSeries[]): ChartRow[] {
  const told = series.filter((one) => !one.untold);
  const rows = new Map<number, (number | null)[]>();
  told.forEach((one, column) => {
    for (const { x, y } of one.points) {
      const cells = rows.get(x) ?? told.map(() => null);
      cells[column] = y;
      rows.set(x, cells);
    }
  });
  return [...rows].sort(([a], [b]) => a - b).map(([x, cells]) => ({ x, cells }));
}

/** Colours that stay apart by day and by night; lines differ in their dashes besides, so that no colour has to be told. */
export const HUES = [
  "var(--ink)",
  "var(--accent)",
  "var(--good)",
  "var(--keep-deep)",
  ...["violet", "teal", "rose", "slate"].map(
    (seat) => `light-dark(var(--seat-${seat}), color-mix(in srgb, var(--seat-${seat}) 50%, white))`,
  ),
];
export const DASHES = ["", "7 4", "2 4", "10 3 2 3", "4 2", "1 3", "12 5", "6 2 2 2"];

/** The colour of a seat as a line: darker paper needs a lighter one. */
export const seatHue = (seat: string) =>
  `light-dark(var(--seat-${seat}), color-mix(in srgb, var(--seat-${seat}) 55%, white))`;
