import { expect, test } from "vitest";
import { points } from "../../src/games/grid/points";
import { chanceSaid, lossSaid, medalsSaid } from "../../src/lib/hints.svelte";

test("a chance that is exact may be sure, one that is not never is", () => {
  expect(chanceSaid({ chance: 1, error: null })).toBe("100 %");
  expect(chanceSaid({ chance: 0.997, error: null })).toBe("> 99 %");
  expect(chanceSaid({ chance: 1, error: 0.005 })).toBe("> 99 % ± 1");
  expect(chanceSaid({ chance: 0, error: 0.02 })).toBe("< 1 % ± 2");
  expect(chanceSaid({ chance: 0.423, error: 0.031 })).toBe("42 % ± 3");
});

test("medals are told with their chances", () => {
  const said = medalsSaid([
    { medal: "bronze", chance: 0.94, error: 0.02 },
    { medal: "gold", chance: 0.1, error: 0.02 },
  ]);
  expect(said).toContain("94 % ± 2");
  expect(said).toContain("10 % ± 2");
});

test("a loss too small to be named is none of the best", () => {
  expect([0, 0.01, 1.26].map(lossSaid)).toEqual(["✓", "−0", "−1.3"]);
});

test("with a hand of several the card is pointed at before its cell", () => {
  expect(points("place b4")[0]).toBe('[data-cell="b4"]:not([aria-pressed="true"])');
  expect(points("place b4 d4")[0]).toBe('[data-held="d4"]:not([aria-pressed="true"])');
  expect(points("discard d4").at(-1)).toContain("discard");
});
