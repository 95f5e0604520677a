import type { FromServer, Header, Table } from "../../src/lib/messages";
import type { View } from "../../src/lib/protocol";

/** Small messages of a match that only has what a test asks about. */
export const header: Header = {
  id: "m1",
  spec: "toy",
  key: "toy",
  level: null,
  medals: null,
  house_rules: [],
  name: { key: "games.kniffel.name", values: {} },
  seats: [
    { name: "Anna", colour: "red", picture: "fox", bot: null },
    { name: "Robo", colour: "blue", picture: "", bot: "greedy" },
  ],
  games: 1,
  first: 0,
  same_dice: false,
  sealed_elsewhere: false,
  commitment: "",
  rules: "",
  created: "2026-01-01T00:00:00Z",
  rematch_of: null,
  rematch: null,
  turns: 3,
  day: null,
};

export const layout: View = {
  game: "toy",
  engine: "toy",
  turn: 0,
  turns: 3,
  points: 0,
  over: false,
  blocks: [{ block: "counter", key: "chips", value: 2, of: 2 }],
  actions: ["roll"],
};

export const table: Table = {
  turn: { seat: 0, waits: "move" },
  urns: [],
  game: 1,
  games: 1,
  first: 0,
  roll_off: null,
  began: [],
  results: [],
  ranking: [],
  source: "app",
  mixed: false,
  hinted: [],
  stand_ins: {},
  undo: null,
  bot_waits: false,
  pad: [],
  choices: {},
  over: false,
  revealed: false,
};

export const hello = (build = "b1"): FromServer => ({
  is: "hello",
  protocol: 1,
  build,
  header,
  layout,
  mine: header.seats.map((_, seat) => seat),
});

type State = Extract<FromServer, { is: "state" }>;
export const state = (version: number, more: Partial<State> = {}): State => ({
  is: "state",
  version,
  mark: `mark ${version}`,
  table,
  views: [{}, {}],
  events: [],
  held: null,
  ...more,
});
