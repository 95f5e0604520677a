/** What happened at a table, as sentences: for the screen reader while playing and for the list when stepping through. */

import type { Header, MatchEvent } from "../lib/messages";
import type { View } from "../lib/protocol";
import { say } from "../lib/words.svelte";
import { kitOf } from "./index";

/** Everybody's cards, after what happened and, where known, before it. */
export interface Cards {
  after: View[];
  before?: View[];
}

/** One event in words, with who did it where there are several. */
export function sentence(event: MatchEvent, header: Header, cards: Cards): string {
  const who = event.seat === null || header.seats.length < 2 ? "" : `${header.seats[event.seat]?.name}: `;
  return who + what(event, cards);
}

function what(event: MatchEvent, cards: Cards): string {
  const after = cards.after[event.seat ?? 0];
  const kit = kitOf(after);
  const name = (key: string | null | undefined) => kit?.news.name(key ?? "", after) ?? key;
  switch (event.is) {
    case "played": {
      const [verb = "", ...args] = (event.move ?? "").split(" ");
      return kit?.news.move(verb, args, after, cards.before?.[event.seat ?? 0]) ?? event.move ?? "";
    }
    case "drew": {
      const faces = kit?.news.drew(event.faces ?? [], after) ?? String(event.faces);
      return event.by_hand ? say("web.news.by_hand", { faces }) : faces;
    }
    case "noted":
      return event.points === 0
        ? say("web.news.strike", { what: name(event.box) })
        : say("web.news.noted", { what: name(event.box), points: event.points });
    case "corrected":
      return (
        say("web.news.corrected", { what: name(event.box), points: event.points, was: event.was }) +
        since(after, cards.before?.[event.seat ?? 0])
      );
    case "shifted":
      return (
        say("web.news.shifted", {
          what: name(event.box),
          was: event.was,
          to: name(event.to),
          points: event.points,
        }) + since(after, cards.before?.[event.seat ?? 0])
      );
    case "stood_in":
      return say(event.bot === null ? "web.news.came_back" : "web.news.stood_in");
    case "switched":
      return say(event.by_hand ? "web.news.to_hand" : "web.news.to_app");
    default:
      return say(`web.news.${event.is}`);
  }
}

/** What a change has made of the whole card, bonuses and extra points included. */
function since(after: View | undefined, before: View | undefined): string {
  return after && before && after.points !== before.points
    ? ` ${say("web.news.card_now", { was: before.points, now: after.points })}`
    : "";
}
