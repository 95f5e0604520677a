import { expect, test } from "vitest";
import { isDecision } from "../../src/lib/blocks";
import type { View } from "../../src/lib/protocol";

function view(actions: string[], ...blocks: object[]): View {
  return { actions, blocks } as unknown as View;
}
const grid = (...takes: Record<string, string>[]) => ({ block: "grid", cells: takes.map((one) => ({ takes: one })) });

test("to throw or to draw, and nothing else, is no decision", () => {
  expect(
    isDecision(
      view(["roll"], { block: "dice", again: null }, { block: "sheet", boxes: [{ move: null, strike: null }] }),
    ),
  ).toBe(false);
  expect(isDecision(view(["draw"], grid({}, {})))).toBe(false);
  expect(isDecision(view([], grid({ r2: "lay r2 c3" }, {})))).toBe(false);
});

test("a second move makes a decision, and so do dice that may stay", () => {
  expect(isDecision(view([], grid({ r2: "lay r2 c3" }, { r2: "lay r2 c4" })))).toBe(true);
  expect(isDecision(view(["roll"], { block: "rows", rows: [{ score: "score ones", takes: {} }] }))).toBe(true);
  expect(
    isDecision(
      view([], { block: "dice", again: "keep" }, { block: "sheet", boxes: [{ move: "enter a", strike: null }] }),
    ),
  ).toBe(true);
});
