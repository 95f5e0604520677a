/** What REST answers and what the socket carries: the server's own shapes under shorter names. */

import type {
  Command as Sent,
  EventOut,
  GameOut,
  HeaderOut,
  MatchIn,
  MatchOut,
  PlaceOut,
  Problem,
  ProofDrawOut,
  ProofOut,
  SeatOut,
  StateTold,
  StepTold,
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

/** What is there with the differences of `told` put in; items of a list that are null are as on the empty card. */
function merge(old: unknown, told: unknown, empty: unknown): unknown {
  if (isObject(told)) {
    const names = Object.keys(told);
    if (names.length === 1 && names[0] === "whole") return told["whole"];
    if (isObject(old)) {
      const blank = isObject(empty) ? empty : {};
      const out: Record<string, unknown> = { ...old };
      for (const name of names) out[name] = name in old ? merge(old[name], told[name], blank[name]) : told[name];
      return out;
    }
  }
  if (Array.isArray(old) && Array.isArray(told) && old.length === told.length && isObject(old[0])) {
    const blank: unknown[] = Array.isArray(empty) && empty.length === told.length ? empty : [];
    return old.map((item, i) => (told[i] === null ? blank[i] : merge(item, told[i], blank[i])));
  }
  return told;
}

/** Everybody's cards of a match, whole: those of a game that has ended, until the next of the series goes on. */
export function cards(match: Match): View[] {
  const lying = match.finished.length > 0 ? match.finished : match.views;
  return lying.map((slim) => whole(match.layout, slim));
}

/** A view out of the empty card, the one that is there if another is meant, and what was told. */
export function whole(layout: View, slim: Slim, old: View = layout): View {
  return merge(old, slim, layout) as View;
}

/** A state with whole views, as it is shown. */
export type State = Pick<StateTold, "version" | "table" | "events" | "held" | "header"> & {
  views: View[];
  finished: View[];
};

export function stateOf(layout: View, told: StateTold): State {
  const { version, table, events, held } = told;
  const header = told.header ? { header: told.header } : {};
  const shown = (slims: Slim[] = []) => slims.map((slim) => whole(layout, slim));
  return { version, table, events, held, ...header, views: shown(told.views), finished: shown(told.finished) };
}

/** The state after a step; null if it does not follow the one that is known. */
export function stepped(layout: View, known: State, step: StepTold): State | null {
  if (step.version - step.events.length !== known.version) return null;
  return {
    version: step.version,
    table: { ...known.table, ...step.table },
    events: step.events,
    held: step.held ?? null,
    views: known.views.map((view, seat) => {
      const slim = step.views?.[seat];
      return slim === undefined ? view : whole(layout, slim, view);
    }),
    finished: (step.finished ?? []).map((slim) => whole(layout, slim)),
  };
}
