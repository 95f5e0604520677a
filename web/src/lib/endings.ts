/** How a match, or a game of a series, came out: in the words that terminal and browser share. */

import type { Header, Place, Table } from "./messages";
import type { EntryOut, RecordOut } from "./schema";
import { say, tell } from "./words.svelte";

export type Records = (RecordOut | null)[];

const names = (header: Header, places: Place[]) => places.map((place) => header.seats[place.seat]?.name);
const first = (table: Table) => table.ranking.filter((place) => place.place === 1);

/** Played to the end, not given up. */
export const isFinished = (table: Table): boolean => table.results.length === table.games;

/** Who has won; or, while a series goes on, who leads. */
export function outcome(header: Header, table: Table): string {
  const who = names(header, first(table));
  if (table.over && !isFinished(table)) return say("ends.given_up");
  if (header.seats.length === 1) return say("web.end.points", { n: table.ranking[0]?.points ?? 0 });
  if (!table.over) return say(who.length > 1 ? "ends.level" : "ends.leads", { who });
  return say(who.length > 1 ? "ends.tie" : "ends.wins", { who });
}

/** How far ahead the winner is, and of whom; nothing where several won or one played alone. */
export function margin(header: Header, table: Table): string | null {
  const [best, ...others] = table.ranking;
  const second = others.filter((place) => place.place === others[0]?.place);
  if (!best || !second[0] || second[0].place === 1 || (table.over && !isFinished(table))) return null;
  return say("ends.ahead", { n: best.points - second[0].points, who: names(header, second) });
}

/** What is told of a player beside the points: how far behind, best and average. */
export function standing(table: Table, place: Place, record: RecordOut | null | undefined): string[] {
  const behind = (table.ranking[0]?.points ?? 0) - place.points;
  const told = behind > 0 ? [say("ends.behind", { n: behind })] : [];
  if (!record) return told;
  if (record.games === 1) return [...told, say("ends.first")];
  const best = record.is_new ? say("ends.new_best", { n: record.before }) : say("ends.best", { n: record.best });
  return [...told, best, say("ends.average", { n: Math.round(record.average) })];
}

/** The whole of it, for ears. */
export function whole(header: Header, table: Table, records: Records): string {
  const head = [outcome(header, table), margin(header, table)].filter((part) => part !== null).join(", ");
  const alone = header.seats.length === 1;
  const places = table.ranking.map((place) => {
    const told = standing(table, place, records[place.seat]);
    if (alone) return told.join(", ");
    const who = `${say("web.end.place", { n: place.place })}: ${header.seats[place.seat]?.name}`;
    return [who, say("web.end.points", { n: place.points }), ...told].join(", ");
  });
  return [head, ...places.filter(Boolean)].map((sentence) => `${sentence}.`).join(" ");
}

/** What a finished level has brought: the medal, its line in the booklet or why there is none, the sum of its chapter. */
export function inBooklet({ medal, next, medals, result, sum, chapter, why }: EntryOut) {
  const won = (name: typeof medal) => (name ? { medal: say(`medals.${name}`), at: medals[name] } : null);
  const [now, then] = [won(medal), won(next)];
  return {
    medal: now && say("web.end.medal", now),
    next: then && say("web.end.next_medal", then),
    entered: result && say(result.best ? "web.booklet.entered_best" : "web.booklet.entered"),
    why: result || !why ? null : tell(why),
    sum:
      sum &&
      (sum.played < sum.of
        ? `${say("web.booklet.chapter", { n: chapter.number })}: ${say("web.booklet.sum_open", { points: sum.points, n: sum.played, of: sum.of })}.`
        : `${say("web.booklet.chapter_sum", { chapter: chapter.number, points: sum.points })}.`),
    chapter: sum?.medal ? say("web.booklet.chapter_medal", { medal: say(`medals.${sum.medal}`) }) : null,
  };
}
