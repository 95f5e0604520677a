import { block } from "../../lib/blocks";
import type { LineView, View } from "../../lib/protocol";
import { say } from "../../lib/words.svelte";
import type { News } from "../kit";
import { cardName, lineName, placeName } from "./cards";

const grid = (view: View | undefined) => view && block(view, "grid");

export const news: News = {
  name: placeName,

  move(verb, args, after, before) {
    const [first = "", second = ""] = args;
    switch (verb) {
      case "place":
        return placed(first, second, after) + finished(after, before);
      case "discard":
        return first ? say("web.news.discard_card", { card: cardName(first) }) : say("web.news.discard");
      default:
        return say(`web.news.${verb}`);
    }
  },

  moments: () => [], // its lines have their marks; what is celebrated is the medal at the end

  drew: (faces) => say("web.news.drew", { faces: faces.map((face) => cardName(String(face))) }),
};

function placed(cell: string, named: string, after: View | undefined): string {
  const card = named || grid(after)?.cells.find((one) => one.name === cell)?.card;
  const where = { cell: placeName(cell) };
  return card ? say("web.news.place_card", { ...where, card: cardName(card) }) : say("web.news.place", where);
}

/** The lines that have just got their mark, with what they bring. */
function finished(after: View | undefined, before: View | undefined): string {
  const marks = new Map(grid(before)?.lines.map((line) => [id(line), line.mark]));
  const lines = before ? (grid(after)?.lines ?? []) : [];
  return lines
    .filter((line) => line.mark !== null && line.mark !== marks.get(id(line)))
    .map((line) => ` ${lineName(line)}: ${say(`web.numberup.${line.mark}`, { n: line.points })}.`)
    .join("");
}

const id = (line: LineView) => `${line.key} ${line.index}`;
