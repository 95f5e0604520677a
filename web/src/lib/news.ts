/** What happened, as sentences: for the screen reader while playing and for the list when stepping through. */

import type { Header, MatchEvent } from "./messages";
import type { View } from "./protocol";
import { block } from "./blocks";
import { say, tell } from "./words.svelte";

function boxName(view: View | undefined, key: string): string {
  const lines = view ? (block(view, "sheet")?.boxes ?? block(view, "rows")?.rows ?? []) : [];
  const line = lines.find((one) => one.key === key);
  return line ? tell(line.name) : key;
}

function cardName(card: string): string {
  return say("web.card_name", { colour: say(`colours.${card.charAt(0)}`), n: card.slice(1) });
}

export function faceName(face: number | string): string {
  return typeof face === "string" ? cardName(face) : String(face);
}

/** A die of For One – Kniffel as moves name it: "4", or "y4" for the yellow one. */
export function dieName(die: string): string {
  return die.startsWith("y") ? say("web.forone.yellow", { face: die.slice(1) }) : die;
}

function move(event: MatchEvent, view: View | undefined): string {
  const [verb = "", ...args] = (event.move ?? "").split(" ");
  switch (verb) {
    case "enter":
    case "strike":
    case "score":
      return say(`web.news.${verb}`, { what: boxName(view, args[0] ?? "") });
    case "put":
      return say("web.news.put", { face: dieName(args[0] ?? ""), what: boxName(view, args[1] ?? "") });
    case "leave":
      return say("web.news.leave", { face: dieName(args[0] ?? "") });
    case "place":
      return say(args[1] ? "web.news.place_card" : "web.news.place", {
        cell: (args[0] ?? "").toUpperCase(),
        card: cardName(args[1] ?? ""),
      });
    case "discard":
      return say(args[0] ? "web.news.discard_card" : "web.news.discard", { card: cardName(args[0] ?? "") });
    case "keep":
    case "chip":
      return say(`web.news.${verb}`, { n: [...(args[0] ?? "")].filter((bit) => bit === "1").length });
    default:
      return say(`web.news.${verb}`);
  }
}

/** One event in words. `view` is any card of the match, for the names of its boxes. */
export function sentence(event: MatchEvent, header: Header, view: View | undefined): string {
  const what = (() => {
    switch (event.is) {
      case "played":
        return move(event, view);
      case "drew":
        return say(event.by_hand ? "web.news.drew_by_hand" : "web.news.drew", {
          faces: (event.faces ?? []).map(faceName),
        });
      case "noted":
        return say("web.news.noted", { what: boxName(view, event.box ?? ""), points: event.points });
      case "corrected":
        return say("web.news.corrected", {
          what: boxName(view, event.box ?? ""),
          points: event.points,
          was: event.was,
        });
      case "switched":
        return say(event.by_hand ? "web.news.to_hand" : "web.news.to_app");
      default:
        return say(`web.news.${event.is}`);
    }
  })();
  const who = event.seat === null || header.seats.length < 2 ? "" : `${header.seats[event.seat]?.name}: `;
  return who + what;
}
