import { block, the, tray } from "../../lib/blocks";
import { D6 } from "../../lib/dice";
import { moveOf } from "../../lib/messages";
import type { Moment } from "../../lib/moments.svelte";
import type { View } from "../../lib/protocol";
import { say, tell } from "../../lib/words.svelte";
import type { News } from "../kit";
import { dieName } from "./dice";

const rowOf = (key: string, view: View | undefined) => view && block(view, "rows")?.rows.find((row) => row.key === key);

export const news: News = {
  name(key, view) {
    const row = rowOf(key, view);
    return row ? tell(row.name) : key;
  },

  move(verb, args, after) {
    const [first = "", second = ""] = args;
    switch (verb) {
      case "put":
        return put(dieName(first), second, after);
      case "leave":
        return say("web.news.leave", { face: dieName(first) });
      case "score": {
        const what = news.name(first, after);
        const points = rowOf(first, after)?.scored ?? null;
        if (points === null) return say("web.news.scored", { what });
        return points === 0 ? say("web.news.strike", { what }) : say("web.news.score", { what, n: points });
      }
      case "end":
        return say("web.news.end_with", { n: after?.points ?? 0 });
      default:
        return say(`web.news.${verb}`);
    }
  },

  /** A row of dice that are all alike, scored; a step up the bonus track. */
  moments(event, after, before) {
    const [verb, key = ""] = moveOf(event).split(" ");
    const row = verb === "score" ? rowOf(key, after) : undefined;
    const dice = rowOf(key, before)?.dice.map((face) => ({ ...D6, face })) ?? [];
    const top: Moment[] = row?.top && (row.scored ?? 0) > 0 ? [{ kind: "kniffel", name: tell(row.name), dice }] : [];
    const more = the(after, "rows").bonus - the(before, "rows").bonus;
    return more > 0 && event.is === "played" ? [...top, { kind: "bonus", points: the(after, "rows").bonus }] : top;
  },

  /** Which of them is the yellow one, only the dice that wait to be laid can tell. */
  drew(faces, after) {
    const waiting = after ? tray(after, "waiting") : [];
    const named = waiting.length === faces.length ? waiting.map(dieName) : faces;
    return say("web.news.drew", { faces: named });
  },
};

/** Where the die lies now, what the row would bring, and which dice are left. */
function put(face: string, key: string, after: View | undefined): string {
  const row = rowOf(key, after);
  const what = news.name(key, after);
  if (!row || !after) return say("web.news.put", { face, what });
  const left = tray(after, "waiting").map(dieName);
  const still = left.length > 0 ? ` ${say("web.news.still", { faces: left })}` : "";
  return say("web.news.put_now", { face, what, n: row.scored ?? row.would }) + still;
}
