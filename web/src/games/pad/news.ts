import { block, the } from "../../lib/blocks";
import type { Moment } from "../../lib/moments.svelte";
import type { View } from "../../lib/protocol";
import { say, tell } from "../../lib/words.svelte";
import type { News } from "../kit";
import { boxOf as writtenIn } from "./written";

const sheet = (view: View | undefined) => view && block(view, "sheet");
const boxOf = (key: string, view: View | undefined) => sheet(view)?.boxes.find((box) => box.key === key);
const kept = (mask = "") => [...mask].filter((bit) => bit === "1").length;

export const news: News = {
  name(key, view) {
    const box = boxOf(key, view);
    return box ? tell(box.name) : key;
  },

  move(verb, args, after, before) {
    const [of = ""] = args;
    switch (verb) {
      case "enter":
      case "strike":
        return written(of, after) + extra(after, before);
      case "keep":
        return say(kept(of) > 0 ? "web.news.keep" : "web.news.keep_none", { n: kept(of) });
      case "chip":
        return say(kept(of) > 0 ? "web.news.chip" : "web.news.chip_none", { n: kept(of) });
      default:
        return say(`web.news.${verb}`);
    }
  },

  /** A top roll that brings points, in its own box or as a further one; a bonus that is reached. */
  moments(event, after, before) {
    const key = writtenIn(event);
    const box = key === null ? undefined : boxOf(key, after);
    if (!box || event.is === "corrected") return [];
    const [now, then] = [the(after, "sheet"), the(before, "sheet")];
    const special = box.top || boxOf(box.key, before)?.note != null || now.extra > then.extra;
    const dice = the(before, "dice").dice.filter((die) => die.face !== null);
    const name = tell((box.top ? box : (now.boxes.find((one) => one.top) ?? box)).name);
    const top: Moment[] = special && (box.points ?? 0) > 0 ? [{ kind: "kniffel", name, dice }] : [];
    const reached = now.bonuses.filter((bonus, i) => bonus.reached && then.bonuses[i]?.reached === false);
    return [...top, ...reached.map((bonus): Moment => ({ kind: "bonus", points: bonus.points }))];
  },

  /** The new dice, and all that lie on the table if some were kept. */
  drew(faces, after) {
    const dice = (after && block(after, "dice")?.dice.map((die) => die.face)) ?? [];
    const some = dice.length > faces.length && faces.every((face) => dice.includes(Number(face)));
    return some ? say("web.news.drew_more", { faces, all: dice }) : say("web.news.drew", { faces });
  },
};

function written(key: string, after: View | undefined): string {
  const what = news.name(key, after);
  const points = boxOf(key, after)?.points ?? null;
  if (points === null) return say("web.news.entered", { what }); // taken back, or the card of a next game
  return points === 0 ? say("web.news.strike", { what }) : say("web.news.enter", { what, n: points });
}

function extra(after: View | undefined, before: View | undefined): string {
  const more = (sheet(after)?.extra ?? 0) - (sheet(before)?.extra ?? Infinity);
  return more > 0 ? ` ${say("web.news.extra", { n: more })}` : "";
}
