import { block, tray } from "../../lib/blocks";
import type { LineView, View } from "../../lib/protocol";
import { say } from "../../lib/words.svelte";
import type { News } from "../kit";
import { cardName, lineTold, placeName } from "./cards";

const grid = (view: View | undefined) => view && block(view, "grid");

export const news: News = {
  name: placeName,

  move(verb, args, after, before) {
    const [first = "", second = ""] = args;
    switch (verb) {
      case "place":
        return placed(first, second, after) + changed(after, before);
      case "discard":
        return first ? say("web.news.discard_card", { card: cardName(first) }) : say("web.news.discard");
      default:
        return say(`web.news.${verb}`);
    }
  },

  moments: () => [], // its lines have their marks; what is celebrated is the medal at the end

  /** The new card, and the whole hand where it holds more. */
  drew(drawn, after) {
    const faces = drawn.map((face) => cardName(String(face)));
    const hand = after ? tray(after, "hand") : [];
    return hand.length > faces.length
      ? say("web.news.drew_hand", { faces, all: hand.map(cardName) })
      : say("web.news.drew", { faces });
  },
};

function placed(cell: string, named: string, after: View | undefined): string {
  const card = named || grid(after)?.cells.find((one) => one.name === cell)?.card;
  const where = { cell: placeName(cell) };
  return card ? say("web.news.place_card", { ...where, card: cardName(card) }) : say("web.news.place", where);
}

/** What the lines through that cell have become. */
function changed(after: View | undefined, before: View | undefined): string {
  const were = new Set(grid(before)?.lines.map(lineState));
  const lines = before ? (grid(after)?.lines ?? []) : [];
  const told = lines.filter((line) => !were.has(lineState(line))).map((line) => lineTold(line));
  return told.length > 0 ? ` ${told.join("; ")}.` : "";
}

const lineState = ({ key, index, value, mark }: LineView) => [key, index, value, mark].join(" ");
