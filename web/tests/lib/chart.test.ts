import { describe, expect, it } from "vitest";
import { rowsOf, scale, span, ticks } from "../../src/lib/chart";

describe("the numbers at an axis", () => {
  it("are round and lie within", () => {
    expect(ticks(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(173, 412, 4)).toEqual([200, 300, 400]);
    expect(ticks(-3.2, 7.9, 5)).toEqual([0, 5]);
    expect(ticks(0, 0.031, 3)).toEqual([0, 0.02]);
  });

  it("are whole where only whole numbers mean something", () => {
    expect(ticks(1, 3, 10, true)).toEqual([1, 2, 3]);
    expect(ticks(1, 3, 10)).toContain(1.2);
  });

  it("are one where there is no stretch", () => expect(ticks(7, 7, 5)).toEqual([7]));
});

describe("a stretch", () => {
  it("has all values and what must be shown", () => {
    expect(span([3, 9, 4])).toEqual([3, 9]);
    expect(span([3, 9], 0, 12)).toEqual([0, 12]);
    expect(span([5])).toEqual([4, 6]);
    expect(span([])).toEqual([0, 1]);
  });

  it("goes to pixels and may be turned round", () => {
    const at = scale([0, 10], 200, 0);
    expect([at(0), at(5), at(10)]).toEqual([200, 100, 0]);
  });
});

it("is a table of the same numbers, gaps left empty", () => {
  const rows = rowsOf([
    {
      name: "a",
      points: [
        { x: 2, y: 20 },
        { x: 1, y: 10 },
      ],
    },
    { name: "b", points: [{ x: 2, y: 5 }] },
    { name: "shown only", points: [{ x: 9, y: 9 }], untold: true },
  ]);
  expect(rows).toEqual([
    { x: 1, cells: [10, null] },
    { x: 2, cells: [20, 5] },
  ]);
});
