import type { Seat } from "./messages";

/** The colours a player can have; each is a custom property `--seat-…` of the style sheet. */
export const COLOURS = ["red", "blue", "green", "amber", "violet", "teal", "rose", "slate"] as const;

export function colourOf(seat: Seat | undefined, index: number): string {
  const known = COLOURS.find((colour) => colour === seat?.colour);
  return `var(--seat-${known ?? COLOURS[index % COLOURS.length]})`;
}
