import type { Header, Seat, Table } from "./messages";

/** The colours a player can have; each is a custom property `--seat-…` of the style sheet. */
export const COLOURS = ["red", "blue", "green", "amber", "violet", "teal", "rose", "slate"] as const;

export function colourOf(seat: Seat | undefined, index: number): string {
  const known = COLOURS.find((colour) => colour === seat?.colour);
  return `var(--seat-${known ?? COLOURS[index % COLOURS.length]})`;
}

/** Who sits there now: a person who has left is played by a bot until they are back. */
export function seated(header: Header, standIns: Table["stand_ins"]): Header {
  if (Object.keys(standIns).length === 0) return header;
  return { ...header, seats: header.seats.map((seat, s) => ({ ...seat, bot: standIns[s] ?? seat.bot })) };
}
