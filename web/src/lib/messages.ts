/** What REST answers and what the socket carries: the server's own shapes under shorter names. */

import type {
  Command as Sent,
  EventOut,
  GameOut,
  HeaderOut,
  HeldOut,
  MatchIn,
  MatchOut,
  PlaceOut,
  Problem,
  ProofDrawOut,
  ProofOut,
  SeatOut,
  SummaryOut,
  TableOut,
  Told,
  UrnOut,
  UnreadableOut,
  ValueOut,
  View,
} from "./schema";

export type { Problem };
export type Seat = SeatOut;
export type Header = HeaderOut;
export type Urn = UrnOut;
export type Value = ValueOut;
export type Place = PlaceOut;
export type Table = TableOut;
export type MatchEvent = EventOut;
export type Held = HeldOut;
export type Match = MatchOut;
export type Slim = MatchOut["views"][number];
export type Summary = SummaryOut;
export type Unreadable = UnreadableOut;
export type GameInfo = GameOut;
export type Draw = ProofDrawOut;
export type Proof = ProofOut;
export type NewMatch = MatchIn;

/** A command before it is sent: the id is given on the way out. */
type WithoutId<C> = C extends unknown ? Omit<C, "id"> : never;
export type Command = WithoutId<Sent>;

export type FromServer = Told;

/** The text of a decision; of every other event, nothing. */
export function moveOf(event: MatchEvent): string {
  return event.is === "played" ? event.move : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `layout` with the differences of `slim` put in. */
function merge(layout: unknown, slim: unknown): unknown {
  if (slim === undefined) return layout;
  if (
    Array.isArray(layout) &&
    Array.isArray(slim) &&
    layout.length === slim.length &&
    layout.length > 0 &&
    isObject(layout[0])
  ) {
    return layout.map((item, i) => merge(item, (slim as unknown[])[i]));
  }
  if (isObject(layout) && isObject(slim)) {
    const out: Record<string, unknown> = { ...layout };
    for (const name of Object.keys(slim)) out[name] = merge(layout[name], slim[name]);
    return out;
  }
  return slim;
}

/** Everybody's cards of a match, whole: those of a game that has ended, until the next of the series goes on. */
export function cards(match: Match): View[] {
  const lying = match.finished.length > 0 ? match.finished : match.views;
  return lying.map((slim) => whole(match.layout, slim));
}

export function whole(layout: View, slim: Slim): View {
  return ("whole" in slim ? slim["whole"] : merge(layout, slim)) as View;
}
