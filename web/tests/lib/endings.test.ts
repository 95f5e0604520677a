import { describe, expect, test } from "vitest";
import { inBooklet, margin, outcome, standing, whole } from "../../src/lib/endings";
import type { Table } from "../../src/lib/messages";
import type { EntryOut, RecordOut } from "../../src/lib/schema";
import { header, table } from "./toys";

const alone = { ...header, seats: header.seats.slice(0, 1) };
const [ann, robo] = header.seats.map((seat) => seat.name);
const ended = (...points: number[]): Table => ({
  ...table,
  over: true,
  results: [points],
  ranking: points
    .map((n, seat) => ({ place: 1 + points.filter((other) => other > n).length, seat, points: n }))
    .sort((a, b) => a.place - b.place),
});
const record = (more: Partial<RecordOut> = {}): RecordOut => ({
  games: 4,
  best: 260,
  average: 201.6,
  before: 260,
  is_new: false,
  ...more,
});

describe("how a match came out", () => {
  test("who won, and by how much", () => {
    expect(outcome(header, ended(240, 200))).toBe(`${ann} wins`);
    expect(margin(header, ended(240, 200))).toBe(`40 points ahead of ${robo}`);
    expect(margin(header, ended(240, 239))).toBe(`1 point ahead of ${robo}`);
  });

  test("equal points share the place", () => {
    expect(outcome(header, ended(240, 240))).toBe(`A tie: ${ann}, ${robo}`);
    expect(margin(header, ended(240, 240))).toBeNull();
  });

  test("who plays alone has points, and nobody to be ahead of", () => {
    expect(outcome(alone, ended(240))).toBe("240 points");
    expect(margin(alone, ended(240))).toBeNull();
  });

  test("given up is not won", () => {
    const open = { ...ended(240, 200), results: [] };
    expect(outcome(header, open)).toBe("Given up");
    expect(margin(header, open)).toBeNull();
  });

  test("between two games somebody leads", () =>
    expect(outcome(header, { ...ended(240, 200), over: false, games: 3 })).toBe(`${ann} leads`));

  test("best and average, a new best, a first result", () => {
    const [first, second] = ended(240, 200).ranking;
    if (!first || !second) throw new Error("two have played");
    const told = (one: RecordOut | null) => standing(ended(240, 200), first, one);
    expect(told(record())).toEqual(["best 260", "average 202"]);
    expect(told(record({ best: 280, is_new: true }))).toEqual(["A new best! Before: 260", "average 202"]);
    expect(told(record({ games: 1, before: null }))).toEqual(["first result"]);
    expect(told(null)).toEqual([]);
    expect(standing(ended(240, 200), second, null)).toEqual(["40 behind"]);
  });

  test("all of it in one breath", () => {
    expect(whole(header, ended(240, 200), [record(), null])).toBe(
      `${ann} wins, 40 points ahead of ${robo}. Place 1: ${ann}, 240 points, best 260, average 202. ` +
        `Place 2: ${robo}, 200 points, 40 behind.`,
    );
    expect(whole(alone, ended(240), [record()])).toBe("240 points. best 260, average 202.");
    expect(whole(alone, ended(240), [])).toBe("240 points.");
  });
});

test("what a level has brought", () => {
  const entry: EntryOut = {
    result: {
      id: "a",
      person: "Ada",
      points: 300,
      medal: "silver",
      date: "",
      by_hand: false,
      hinted: false,
      version: 1,
      counts: true,
      best: true,
    },
    why: null,
    medal: "silver",
    next: "gold",
    medals: { bronze: 250, silver: 280, gold: 310 },
    chapter: { number: 1, name: { key: "own_name", values: {} } },
    sum: { points: 300, played: 1, of: 5, medal: null, top: true },
  };
  expect(inBooklet(entry)).toMatchObject({
    medal: "Silver! From 280 points.",
    next: "Gold starts at 310.",
    why: null,
    chapter: null,
  });
  expect(inBooklet({ ...entry, medal: null, next: "bronze" })).toMatchObject({
    medal: null,
    next: "Bronze starts at 250.",
  });
});
