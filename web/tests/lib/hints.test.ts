import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { points } from "../../src/games/grid/points";
import { api } from "../../src/lib/api";
import { chanceSaid, Hints, lossSaid, medalsSaid } from "../../src/lib/hints.svelte";
import type { HintsOut } from "../../src/lib/schema";
import { TableClient } from "../../src/lib/table.svelte";
import { FakeSocket } from "./fake-socket";
import { hello, state, table } from "./toys";

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

describe("a question that is overtaken", () => {
  const told = (version: number): HintsOut => ({
    version,
    seat: 0,
    exact: true,
    options: ["roll", "stop"].map((move) => ({ move, value: 1, loss: 0, error: null })),
    best: { key: "x", values: {} },
  });
  const now = (version: number) =>
    state(version, { table: { ...table, hinted: [0] }, views: [{ actions: ["roll", "stop"] }] });
  let client: TableClient;
  let hints: Hints;

  beforeEach(() => {
    FakeSocket.install();
    client = new TableClient("m1");
    hints = new Hints(client, "m1");
    FakeSocket.newest.tell(hello());
    FakeSocket.newest.tell(now(4));
  });
  afterEach(() => {
    client.close();
    vi.restoreAllMocks();
  });

  test("has no answer, and is asked anew only once the page knows why", async () => {
    const asked = vi.spyOn(api, "hints").mockResolvedValue(undefined);
    const why = vi.spyOn(api, "why");
    let asking = true;
    const done = hints.ask().then(() => (asking = false));
    await new Promise((later) => setTimeout(later, 30));
    expect(asking).toBe(true);
    FakeSocket.newest.tell(now(5));
    await done;
    expect(asked.mock.calls).toEqual([["m1", 4]]);
    expect(why).not.toHaveBeenCalled();
    expect([hints.told, client.refusal]).toEqual([null, null]);
  });

  test("is not followed by another about what is past", async () => {
    vi.spyOn(api, "hints").mockImplementation(() => {
      FakeSocket.newest.tell(now(5));
      return Promise.resolve(told(4));
    });
    const why = vi.spyOn(api, "why").mockResolvedValue({ version: 4, options: [] });
    await hints.ask();
    expect(why).not.toHaveBeenCalled();
  });
});
