import { expect, test } from "vitest";
import { whole, type Slim } from "../../src/lib/messages";
import type { View } from "../../src/lib/protocol";

const layout: View = {
  game: "toy",
  engine: "toy",
  turn: 0,
  turns: 3,
  points: 0,
  over: false,
  blocks: [
    { block: "tray", key: "hand", items: [] },
    { block: "counter", key: "chips", value: 2, of: 2 },
  ],
  actions: ["roll"],
};

test("what a message leaves out stays as the layout has it", () => {
  expect(whole(layout, {})).toEqual(layout);
  expect(whole(layout, { turn: 1 })).toEqual({ ...layout, turn: 1 });
});

test("blocks are merged one by one, lists of plain values replaced", () => {
  const view = whole(layout, { blocks: [{ items: ["a1"] }, { value: 1 }], actions: [] } as Slim);
  expect(view.blocks).toEqual([
    { block: "tray", key: "hand", items: ["a1"] },
    { block: "counter", key: "chips", value: 1, of: 2 },
  ]);
  expect(view.actions).toEqual([]);
});

test("null is a value, and the layout is left as it was", () => {
  const before = structuredClone(layout);
  expect(whole(layout, { blocks: [{}, { of: null }] } as Slim).blocks[1]).toMatchObject({ of: null, value: 2 });
  expect(layout).toEqual(before);
});

test("null in a list of objects is what the empty card has there", () => {
  const shown = whole(layout, { blocks: [{ items: ["a1"] }, { value: 1 }] } as Slim);
  const view = whole(layout, { blocks: [null, { of: 3 }] } as Slim, shown);
  expect(view.blocks).toEqual([layout.blocks[0], { block: "counter", key: "chips", value: 1, of: 3 }]);
});

test("what is said to be whole replaces what was there, at any place", () => {
  const shown = { ...layout, blocks: [{ block: "own", key: "x", shows: { a: 1, b: 2 } }] } as unknown as View;
  const view = whole(shown, { blocks: [{ shows: { whole: { b: 3 } } }] });
  expect(view.blocks).toEqual([{ block: "own", key: "x", shows: { b: 3 } }]);
});

test("a view told whole replaces the layout", () => {
  const other = { ...layout, game: "other", blocks: [] };
  expect(whole(layout, { whole: other })).toEqual(other);
});
