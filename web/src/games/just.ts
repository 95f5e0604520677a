import type { MatchEvent } from "../lib/messages";

/** What was written or laid last, by whomever, until something is drawn or taken back: it is marked that long. */
export function justDone(events: MatchEvent[], done: (event: MatchEvent) => string | null): string | null {
  const last = events.findLast((event) => event.is === "drew" || event.is === "undid" || done(event) !== null);
  return last ? done(last) : null;
}
