/** What was written last, read from the story of the match: for the mark on the card and for the strip of players. */

import { moveOf, type MatchEvent } from "../../lib/messages";
import type { BoxView, SheetBlock } from "../../lib/protocol";
import { justDone } from "../just";

/** The box that this event wrote into, if it wrote into one. */
export function boxOf(event: MatchEvent): string | null {
  if (event.is === "noted" || event.is === "corrected") return event.box;
  if (event.is === "shifted") return event.to;
  const [verb, box] = moveOf(event).split(" ");
  return (verb === "enter" || verb === "strike") && box ? box : null;
}

/** "seat box" of an entry that nothing was thrown after. */
export function justWritten(events: MatchEvent[]): string | null {
  return justDone(events, (event) => {
    const box = boxOf(event);
    return box === null ? null : `${event.seat} ${box}`;
  });
}

/** The last box of that seat that still stands on its card. */
export function lastOf(events: MatchEvent[], seat: number, sheet: SheetBlock): BoxView | null {
  const written = (event: MatchEvent) =>
    event.seat === seat ? (sheet.boxes.find((box) => box.key === boxOf(event) && box.points !== null) ?? null) : null;
  const event = events.findLast((one) => written(one) !== null);
  return event ? written(event) : null;
}

/** Which dice stayed in the tray at the throw that lies there, as a mask; nothing before the second throw of a turn. */
export function stayed(events: MatchEvent[]): string | null {
  const last = events.findLast((event) => moveOf(event) !== "");
  const [verb, mask] = last ? moveOf(last).split(" ") : [];
  return (verb === "keep" || verb === "chip") && mask ? mask : null;
}
