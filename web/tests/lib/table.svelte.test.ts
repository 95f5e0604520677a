import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { live } from "../../src/lib/announce.svelte";
import { freshTable, TableClient } from "../../src/lib/table.svelte";
import { FakeSocket } from "./fake-socket";
import { hello, state, table } from "./toys";

let client: TableClient;
const open = (version = 0): FakeSocket => {
  const socket = FakeSocket.newest;
  socket.tell(hello());
  socket.tell(state(version));
  return socket;
};
const refused = (id: string, code: string, version = 0) =>
  ({ is: "refused", id, code, title: "No.", text: { key: "x", values: {} }, status: 409, version }) as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // pauses without scatter
  sessionStorage.clear();
  localStorage.clear();
  FakeSocket.install();
  client = new TableClient("m1");
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

describe("a first state", () => {
  test("opens the table, with views made whole", () => {
    expect(client.link).toBe("connecting");
    expect(client.act({ do: "undo", at: 0, seat: 0 })).toBe(false); // nothing is known yet
    open(4);
    expect(client.link).toBe("open");
    expect(client.version).toBe(4);
    expect(client.views.map((view) => view.turns)).toEqual([3, 3]);
    expect(FakeSocket.newest.address.search).toBe("?since=0&lang=en");
  });

  test("of a table opened here is answered with a number of one's own, once", () => {
    client.close();
    freshTable("m1");
    client = new TableClient("m1");
    const socket = open();
    expect(socket.of("salt")).toHaveLength(1);
    expect(socket.last("salt")).toMatchObject({ at: 0, seat: 0 });
    expect(String(socket.last("salt")["seed"])).toMatch(/^[0-9a-f]{32}$/);
  });

  test("of any other table is not", () => expect(open().of("salt")).toEqual([]));
});

test("what a long match was told without is asked for, piece by piece", () => {
  const events = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => ({ is: "undid", n: first + i, seat: 0 }) as const);
  const socket = FakeSocket.newest;
  socket.tell(hello());
  socket.tell(state(9, { events: events(7, 9) }));
  expect(socket.last("earlier")).toMatchObject({ before: 7 });
  socket.tell({ is: "events", id: socket.last("earlier").id, events: events(4, 6) });
  expect(socket.last("earlier")).toMatchObject({ before: 4 });
  socket.tell({ is: "events", id: socket.last("earlier").id, events: events(1, 3) });
  expect(client.events.map((event) => event.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(socket.of("earlier")).toHaveLength(2);
  expect(client.version).toBe(9);
});

test("the cards of a finished game lie there until the next goes on", () => {
  const socket = open();
  const heard: number[][] = [];
  const stop = $effect.root(() => client.hear(({ after }) => heard.push(after.map((view) => view.points))));
  flushSync();
  const entered = { is: "played", n: 1, seat: 0, move: "enter chance" } as const;
  socket.tell(state(1, { events: [entered], finished: [{ points: 20 }, { points: 7 }] }));
  expect(client.lying.map((view) => view.points)).toEqual([20, 7]);
  expect(client.views.map((view) => view.points)).toEqual([0, 0]);
  expect(heard).toEqual([[20, 7]]);
  socket.tell(state(2, { events: [{ ...entered, n: 2, move: "roll" }] }));
  expect(client.finished).toEqual([]);
  expect(client.lying).toBe(client.views);
  stop();
});

describe("a step", () => {
  const entered = { is: "played", n: 5, seat: 0, move: "enter chance" } as const;

  test("changes what it tells and leaves all else as it was", () => {
    const socket = open(4);
    const [, other] = client.views;
    const held = "10000";
    socket.tell({
      is: "step",
      version: 5,
      mark: "",
      events: [entered],
      table: { undo: 0 },
      views: { 0: { points: 9 } },
      held,
    });
    expect(client.version).toBe(5);
    expect(client.table).toEqual({ ...table, undo: 0 });
    expect(client.views.map((view) => view.points)).toEqual([9, 0]);
    expect(client.views[1]).toBe(other);
    expect(client.held).toEqual(held);
    socket.tell({ is: "step", version: 6, mark: "", events: [{ ...entered, n: 6 }], views: { 0: { turn: 1 } } });
    expect(client.views[0]).toMatchObject({ points: 9, turn: 1 });
    expect(client.held).toBeNull();
  });

  test("that follows something else is not believed, but asked about", () => {
    const socket = open(4);
    socket.tell({ is: "step", version: 7, mark: "", events: [{ ...entered, n: 7 }], views: { 0: { points: 9 } } });
    expect(client.version).toBe(4);
    expect(client.views[0]?.points).toBe(0);
    expect(socket.last("sync")).toMatchObject({ since: 4 });
  });
});

describe("a receipt", () => {
  test("that the server no longer stands by is shown", () => {
    const socket = open(4);
    socket.tell(state(2));
    expect(client.refusal).toContain("4:mark 4");
    client.refusal = null;
    socket.tell(state(4, { mark: "another" }));
    expect(client.refusal).toContain("4:mark 4");
  });

  test("that the match has gone on from is not", () => {
    const socket = open(4);
    socket.tell(state(5));
    expect(client.refusal).toBeNull();
  });
});

describe("a command", () => {
  test("is sent once for a double click", () => {
    const socket = open();
    expect(client.move("roll")).toBe(true);
    expect(client.busy).toBe(true);
    expect(client.move("roll")).toBe(false);
    expect(socket.of("move")).toHaveLength(1);
    expect(socket.last("move")).toMatchObject({ at: 0, seat: 0, move: "roll" });
  });

  test("of a tab that was duplicated, with all that it remembered, has an id of its own", () => {
    freshTable("m1");
    const [socket, copy] = [open(), new TableClient("m1")];
    const other = open();
    expect(other.last("salt").id).not.toBe(socket.last("salt").id);
    copy.close();
  });

  test("is sent again, the same, until it is answered", () => {
    const socket = open();
    client.move("roll");
    vi.advanceTimersByTime(2_600);
    expect(socket.of("move")).toHaveLength(2);
    expect(new Set(socket.of("move").map((one) => one.id)).size).toBe(1);
    const rolled = { is: "played", n: 1, seat: 0, move: "roll" } as const;
    socket.tell({ is: "step", version: 1, mark: "", events: [rolled], by: socket.last("move").id });
    expect(client.busy).toBe(false);
    vi.advanceTimersByTime(3_000);
    expect(socket.of("move")).toHaveLength(2);
  });

  test("waits for the connection and goes out with the next one", () => {
    const socket = open();
    client.move("roll");
    const { id } = socket.last("move");
    socket.close(1006);
    vi.advanceTimersByTime(500);
    const second = FakeSocket.newest;
    expect(second).not.toBe(socket);
    second.close(1006); // and once more: now the page says so
    expect(client.link).toBe("lost");
    vi.advanceTimersByTime(1_000);
    const third = open();
    expect(third.of("move").map((one) => one.id)).toEqual([id]);
    expect(client.link).toBe("open");
  });

  test("that came too late asks for what was missed and says why", () => {
    const socket = open();
    client.move("roll");
    socket.tell(refused(socket.last("move").id, "move/stale"));
    expect(socket.last("sync")).toMatchObject({ since: 0 });
    expect(client.busy).toBe(false);
    expect(client.refusal).toBe("No.");
    expect(live.urgent.trim()).toBe("No.");
    client.move("roll");
    expect(client.refusal).toBeNull();
  });
});

describe("held dice", () => {
  test("show at once; only the newest choice is sent again", () => {
    const socket = open();
    client.keep("10000");
    client.keep("11000");
    expect(client.held).toEqual("11000");
    expect(client.busy).toBe(false); // holding is no move
    vi.advanceTimersByTime(2_600);
    expect(socket.of("keep").map((one) => one["mask"])).toEqual(["10000", "11000", "11000"]);
  });

  test("an older choice that comes back does not undo a newer one", () => {
    const socket = open();
    client.keep("10000");
    const { id } = socket.last("keep");
    client.keep("11000");
    socket.tell({ is: "held", version: 0, by: id, held: "10000" });
    expect(client.held).toBe("11000");
    socket.tell({ is: "held", version: 0, by: socket.last("keep").id, held: "11000" });
    socket.tell({ is: "held", version: 0, by: null, held: "00001" }); // another tab
    expect(client.held).toBe("00001");
  });

  test("refused too late are no news to anybody", () => {
    const socket = open();
    client.keep("10000");
    socket.tell(refused(socket.last("keep").id, "move/stale"));
    expect(client.refusal).toBeNull();
  });
});

describe("the connection", () => {
  test("a socket that only looks open is found out", () => {
    const socket = open();
    vi.advanceTimersByTime(4_100);
    expect(socket.of("ping")).toHaveLength(1);
    vi.advanceTimersByTime(4_100); // no answer
    expect(client.link).toBe("lost");
    vi.advanceTimersByTime(500);
    expect(FakeSocket.newest).not.toBe(socket);
    expect(FakeSocket.newest.address.searchParams.get("since")).toBe("0");
  });

  test("who wakes up finds out at once whether it is still there", () => {
    const socket = open();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(socket.of("ping")).toHaveLength(1);
    vi.advanceTimersByTime(4_100); // no answer
    expect(client.link).toBe("lost");
    document.dispatchEvent(new Event("visibilitychange")); // and is not kept waiting
    vi.advanceTimersByTime(0);
    expect(FakeSocket.newest).not.toBe(socket);
  });

  test("one that never opens is given up, and another tried, as long as it takes", () => {
    open().close(1006);
    for (let i = 0; i < 40; i++) {
      vi.advanceTimersByTime(client.retryAt - Date.now());
      const socket = FakeSocket.newest; // into a network that swallows everything
      vi.advanceTimersByTime(8_000);
      expect(socket.readyState).toBe(WebSocket.CLOSED);
      expect(client.link).toBe("lost");
    }
    expect(FakeSocket.all).toHaveLength(41);
    vi.advanceTimersByTime(client.retryAt - Date.now());
    open();
    expect(client.link).toBe("open");
  });

  test("an answer keeps it, and a newer version in it is asked for", () => {
    const socket = open(3);
    vi.advanceTimersByTime(4_100);
    socket.tell({ is: "pong", id: socket.last("ping").id, version: 3 });
    expect(socket.of("sync")).toEqual([]);
    vi.advanceTimersByTime(4_100);
    socket.tell({ is: "pong", id: socket.last("ping").id, version: 5 });
    expect(socket.last("sync")).toMatchObject({ since: 3 });
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("waits longer after every failure, but never long", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      FakeSocket.newest.close(1006);
      pauses.push(client.retryAt - Date.now());
      vi.advanceTimersByTime(pauses[i] ?? 0);
    }
    expect(pauses).toEqual([400, 800, 1600, 2000, 2000, 2000, 2000, 2000]);
  });

  test("is not tried again once the match is gone, or the page", () => {
    FakeSocket.newest.close(4404);
    expect(client.link).toBe("gone");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    client.close();
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("a newer Knobel on the other side loads the page anew", () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    open();
    FakeSocket.newest.tell(hello("b2"));
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe("states", () => {
  const drew = (n: number) => ({ n, seat: 0, is: "drew" as const, faces: [n], by_hand: false });

  test("tell their news once, and what is older is passed over", () => {
    const heard: [number[], boolean][] = [];
    const stop = $effect.root(() =>
      client.hear(({ events, first }) => heard.push([events.map((one) => one.n), first])),
    );
    flushSync();
    const socket = open();
    socket.tell(state(2, { events: [drew(1), drew(2)] }));
    socket.tell(state(2, { events: [drew(2)] }));
    socket.tell(state(1, { events: [drew(1)], table: { ...table, over: true } }));
    expect(heard).toEqual([
      [[], true],
      [[1, 2], false],
    ]);
    expect(client.events.map((event) => event.n)).toEqual([1, 2]);
    expect(client.table?.over).toBe(false);
    stop();
    flushSync();
    socket.tell(state(3, { events: [drew(3)] }));
    expect(heard).toHaveLength(2);
  });
});
