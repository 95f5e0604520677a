import { describe, expect, test } from "vitest";
import { KITS } from "../../src/games";
import { sentence, type Cards } from "../../src/games/news";
import type { MatchEvent } from "../../src/lib/messages";
import type { Block, BoxView, LineView, RowView, View } from "../../src/lib/protocol";
import { header, layout } from "../lib/toys";

const one = { ...header, seats: header.seats.slice(0, 1) };
const name = (key: string) => ({ key, values: {} });
const view = (engine: string, ...blocks: Block[]): View => ({ ...layout, engine, blocks });
const event = (more: Partial<MatchEvent> & { is: MatchEvent["is"] }) => ({ n: 1, seat: 0, ...more }) as MatchEvent;
const told = (what: MatchEvent, after: View, before?: View) => {
  const cards: Cards = { after: [after], ...(before ? { before: [before] } : {}) };
  return sentence(what, one, cards);
};
const played = (move: string, seat = 0): MatchEvent => ({ is: "played", n: 1, seat, move });
const drew = (faces: (number | string)[], by_hand = false): MatchEvent => ({
  is: "drew",
  n: 1,
  seat: 0,
  faces,
  by_hand,
});

describe("a score card", () => {
  const box = (key: string, points: number | null): BoxView => ({
    key,
    name: name(`boxes.${key}`),
    rule: name("points.fixed"),
    upper: false,
    top: key === "kniffel",
    points,
    would: null,
    extra: 0,
    note: null,
    move: null,
    strike: null,
  });
  const card = (points: number | null, extra = 0, faces: (number | null)[] = [null, null, null]): View =>
    view(
      "pad",
      {
        block: "dice",
        dice: faces.map((face) => ({ kind: "d6", faces: [1, 2, 3, 4, 5, 6], face })),
        roll: 1,
        rolls_left: 2,
        again: "keep",
      },
      {
        block: "sheet",
        boxes: [box("kniffel", points), box("chance", null)],
        bonuses: [],
        upper: 0,
        lower: 0,
        extra,
        pays_extra: true,
        total: 0,
      },
    );

  const wrote = (points: number | null, extra: number, reached = false): View => {
    const [dice, sheet] = card(50, extra).blocks as [Block, Extract<Block, { block: "sheet" }>];
    const bonuses = [{ at: 63, points: 35, reached }];
    return view("pad", dice, { ...sheet, boxes: [box("kniffel", 50), box("chance", points)], bonuses });
  };
  const bonus = (reached: boolean) => wrote(reached ? 22 : null, 0, reached);

  test("an entry says where and how many points", () => {
    expect(told(played("enter kniffel"), card(50), card(null))).toBe("enters 50 points at Kniffel.");
    expect(told(played("enter kniffel"), card(1), card(null))).toBe("enters 1 point at Kniffel.");
  });

  test("nothing entered is a strike, whatever the move was called", () => {
    expect(told(played("enter kniffel"), card(0), card(null))).toBe("strikes Kniffel: 0 points.");
    expect(told(played("strike kniffel"), card(0), card(null))).toBe("strikes Kniffel: 0 points.");
    expect(told(event({ is: "noted", box: "kniffel", points: 0 }), card(0))).toBe("strikes Kniffel: 0 points.");
  });

  test("extra points are said besides", () => {
    expect(told(played("enter kniffel"), card(30, 50), card(null, 0))).toBe(
      "enters 30 points at Kniffel. 50 extra points.",
    );
    expect(told(played("enter kniffel"), card(30, 50), card(null, 50))).toBe("enters 30 points at Kniffel.");
  });

  test("an entry that was taken back meanwhile has no points to say", () =>
    expect(told(played("enter kniffel"), card(null))).toBe("enters at Kniffel."));

  test("a further throw says the new dice and the whole hand", () => {
    expect(told(drew([2, 5, 6]), card(null, 0, [2, 5, 6]))).toBe("2, 5, 6.");
    expect(told(drew([5]), card(null, 0, [2, 5, 6]))).toBe("5. All dice: 2, 5, 6.");
    expect(told(drew([4]), card(null))).toBe("4."); // the hand is gone already
    expect(told(drew([5], true), card(null, 0, [2, 5, 6]))).toBe("Real dice: 5. All dice: 2, 5, 6.");
  });

  test("a top roll and a bonus are celebrated once they bring points", () => {
    const kinds = (what: MatchEvent, after: View, before: View) =>
      KITS["pad"]?.news.moments(what, after, before).map((moment) => moment.kind);
    expect(kinds(played("enter kniffel"), card(50), card(null))).toEqual(["kniffel"]);
    expect(kinds(played("enter kniffel"), card(0), card(null))).toEqual([]);
    expect(kinds(played("strike kniffel"), card(0), card(null))).toEqual([]);
    expect(kinds(event({ is: "noted", box: "kniffel", points: 50 }), card(50), card(null))).toEqual(["kniffel"]);
    expect(kinds(event({ is: "corrected", box: "kniffel", points: 50, was: 0 }), card(50), card(0))).toEqual([]);
    expect(kinds(played("enter chance"), wrote(22, 0), wrote(null, 0))).toEqual([]);
    expect(kinds(played("enter chance"), wrote(22, 50), wrote(null, 0))).toEqual(["kniffel"]); // a further one
    expect(kinds(played("enter chance"), bonus(true), bonus(false))).toEqual(["bonus"]);
    expect(kinds(played("enter chance"), bonus(true), bonus(true))).toEqual([]);
    expect(kinds(drew([5, 5, 5]), card(null, 0, [5, 5, 5]), card(null))).toEqual([]);
  });

  test("who did it is said where there are several", () => {
    const both = { after: [card(50), card(12)], before: [card(null), card(null)] };
    expect(sentence(played("enter kniffel", 1), header, both)).toBe("Robo: enters 12 points at Kniffel.");
  });
});

describe("rows", () => {
  const row = (scored: number | null): RowView => ({
    key: "sixes",
    name: name("boxes.sixes"),
    rule: name("points.number"),
    upper: true,
    top: true,
    fields: 5,
    points: 6,
    order: [],
    dice: [],
    yellow: null,
    scored,
    would: 0,
    takes: {},
    refuses: {},
    score: null,
    held: null,
    must: false,
    tiles: [],
    closed: false,
  });
  const card = (scored: number | null, waiting: (string | number)[] = []): View => ({
    ...view(
      "rows",
      {
        block: "rows",
        rows: [row(scored)],
        worst: 0,
        bonus: 0,
        bonus_steps: [],
        best: 0,
        tiles: [],
        thrown: 5,
        yellow: [],
        yellow_at: null,
        extra: 0,
      },
      { block: "tray", key: "waiting", items: waiting },
    ),
    points: 87,
  });

  test("a row of dice all alike and a step of the bonus are celebrated", () => {
    const moments = (what: MatchEvent, after: View, before: View) => KITS["rows"]?.news.moments(what, after, before);
    const step = (bonus: number): View => {
      const [rows, ...more] = card(null).blocks as [Extract<Block, { block: "rows" }>, ...Block[]];
      return view("rows", { ...rows, bonus }, ...more);
    };
    expect(moments(played("score sixes"), card(50), card(null))).toMatchObject([{ kind: "kniffel", name: "Sixes" }]);
    expect(moments(played("score sixes"), card(0), card(null))).toEqual([]);
    expect(moments(played("put 6 sixes"), step(10), step(0))).toEqual([{ kind: "bonus", points: 10 }]);
    expect(moments(played("put 6 sixes"), step(0), step(10))).toEqual([]);
    expect(moments(event({ is: "undid" }), step(10), step(0))).toEqual([]);
  });

  test("scoring says the points", () => {
    expect(told(played("score sixes"), card(24))).toBe("scores Sixes: 24 points.");
    expect(told(played("score sixes"), card(0))).toBe("strikes Sixes: 0 points.");
  });

  test("the yellow die is named, in a throw and in a move", () => {
    expect(told(drew([1, 3, 4]), card(null, [1, 3, "y4"]))).toBe("1, 3, yellow 4.");
    expect(told(played("put y4 sixes"), card(null))).toBe("lays yellow 4 on Sixes: now 0 points.");
  });

  test("the end says how it came out", () =>
    expect(told(played("end"), card(24))).toBe("ends the game with 87 points."));
});

describe("the grid", () => {
  const line = (mark: string | null): LineView => ({
    key: "row",
    index: 2,
    cells: [],
    value: 10,
    target: 10,
    mark,
    points: 30,
  });
  const card = (mark: string | null, laid: string | null): View =>
    view("grid", {
      block: "grid",
      size: 1,
      cells: [{ name: "c3", card: laid, takes: {}, would: {}, why: null }],
      lines: [line(mark)],
      sides: [],
      final: "sum",
    });

  test("a card is named, and so is the line that it completes", () => {
    expect(told(played("place c3"), card("check", "c5"), card(null, null))).toMatch(
      /^lays \S+ 5: row 3, third cell\. Row 3: 10 of 10, check, 30 points\.$/,
    );
    expect(told(played("place c3"), card("check", "c5"), card("check", null))).toMatch(
      /^lays \S+ 5: row 3, third cell\.$/,
    );
  });

  test("a card drawn is said in words", () => expect(told(drew(["c5"]), card(null, null))).toMatch(/^\w+ 5\.$/));
});

test("kits know what they are asked about, and say the key of what they do not", () => {
  for (const kit of Object.values(KITS)) {
    expect(kit.news.name("nothing", undefined).toLowerCase()).toBe("nothing");
    expect(kit.news.drew(["a1"], undefined)).not.toBe("");
  }
  expect(told(played("enter kniffel"), view("toy"))).toBe("enter kniffel");
});
