import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calmDown, celebrate, LASTS, moment } from "../../src/lib/moments.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  calmDown();
  vi.useRealTimers();
});

test("one after the other, and then it is over", () => {
  celebrate({ kind: "bonus", points: 35 }, { kind: "best", points: 280 });
  expect(moment.now).toEqual({ kind: "bonus", points: 35 });
  vi.advanceTimersByTime(LASTS);
  expect(moment.now).toEqual({ kind: "best", points: 280 });
  celebrate({ kind: "win", colours: ["red"] });
  expect(moment.now?.kind).toBe("best");
  vi.advanceTimersByTime(LASTS);
  expect(moment.now?.kind).toBe("win");
  vi.advanceTimersByTime(LASTS);
  expect(moment.now).toBeNull();
});

test("leaving the table ends it", () => {
  celebrate({ kind: "bonus", points: 35 }, { kind: "best", points: 280 });
  calmDown();
  expect(moment.now).toBeNull();
  vi.advanceTimersByTime(LASTS);
  expect(moment.now).toBeNull();
});

test("nothing to celebrate is no celebration", () => {
  celebrate();
  expect(moment.now).toBeNull();
});

test("whoever is quick sees the newest of a kind, and never misses the medal", () => {
  celebrate({ kind: "bonus", points: 5 });
  for (const points of [15, 35, 65, 100]) celebrate({ kind: "bonus", points });
  celebrate({ kind: "kniffel", name: "Kniffel", dice: [] });
  celebrate({ kind: "medal", medal: "gold" }, { kind: "best", points: 400 });
  const seen = [];
  for (; moment.now; vi.advanceTimersByTime(LASTS))
    seen.push(moment.now.kind === "bonus" ? moment.now.points : moment.now.kind);
  expect(seen).toEqual([5, "kniffel", "medal", "best"]);
});
