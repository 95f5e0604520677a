/** Shapes of docs/protocol.md: what REST answers and what the socket carries. */

import type { View } from "./protocol";
import type { Text } from "./words.svelte";

export interface Seat { name: string; colour: string; bot: string | null }
export interface Header {
  id: string; spec: string; key: string; level: number | null; house_rules: string[]; name: Text; seats: Seat[];
  games: number; first: number | null; same_dice: boolean; commitment: string; rules: string; created: string;
  rematch_of: string | null; rematch: string | null; turns: number;
}
export interface Urn { die: number; faces: (number | string)[] }
export interface Place { place: number; seat: number; points: number }
export interface Turn { seat: number; waits: "move" | "dice" | "over" }
export interface RollOff { seats: number[]; thrown: number[]; round: number }
export interface Table {
  turn: Turn; urns: Urn[]; game: number; games: number; first: number; roll_off: RollOff | null; results: number[][];
  ranking: Place[]; source: "app" | "hand"; mixed: boolean; undo: number | null; pad: string[][]; over: boolean; revealed: boolean;
}
export interface MatchEvent {
  n: number; seat: number | null; is: "played" | "drew" | "undid" | "salted" | "noted" | "corrected" | "switched" | "revealed";
  move?: string; faces?: (number | string)[]; by_hand?: boolean; seed?: string; box?: string; points?: number; extra?: number; was?: number;
}
export interface Held { version: number; mask: string }
export type Slim = Record<string, unknown>;
export interface Match {
  id: string; header: Header; layout: View; version: number; table: Table; views: Slim[]; events: MatchEvent[]; held: Held | null; last: number;
}
export interface Summary {
  id: string; spec: string; name: Text; seats: Seat[]; games: number; created: string; updated: string; version: number; over: boolean;
  revealed: boolean; source: "app" | "hand"; turn: Turn; progress: number; ranking: Place[];
}
export interface HouseRule { key: string; title: Text; text: Text }
export interface GameInfo {
  key: string; name: Text; tagline: Text; players: [number, number]; levels: number[]; house_rules: HouseRule[]; bots: string[];
  dice: { kind: string; faces: number[] }[]; series: number; pad: boolean; classic: boolean;
}
export interface Problem { code: string; title: string; text: Text; status: number }
export interface Draw {
  n: number; seat: number; stream: string; turn: number; roll: number; by_hand: boolean;
  dice: { die: number; faces: (number | string)[]; face: number | string }[];
}
export interface Proof {
  match: string; rules: string; commitment: string; seed: string | null; salts: Record<string, string>; draws: Draw[];
}
export interface NewMatch {
  game: string; level?: number; house_rules?: string[]; seats: { name: string; colour: string; bot: string | null }[];
  games?: number; first?: number | null; same_dice?: boolean; dice?: "sealed" | "hand";
}

export type FromServer =
  | { is: "hello"; protocol: number; build: string; header: Header; layout: View }
  | { is: "state"; version: number; by: string | null; table: Table; views: Slim[]; events: MatchEvent[]; held: Held | null; header?: Header }
  | { is: "held"; version: number; held: Held | null; by: string | null }
  | { is: "ack"; id: string; version: number }
  | ({ is: "refused"; id: string | null; version: number } & Problem)
  | { is: "pong"; id: string; version: number };

export type Command =
  | { do: "move"; at: number; seat: number; move: string }
  | { do: "dice"; at: number; seat: number; faces: (number | string)[]; move?: string }
  | { do: "undo"; at: number; seat: number }
  | { do: "note" | "correct"; at: number; seat: number; box: string; points: number; extra?: number }
  | { do: "source"; at: number; source: "app" | "hand" }
  | { do: "keep"; at: number; mask: string }
  | { do: "salt"; at: number; seat: number; seed: string }
  | { do: "sync"; since: number }
  | { do: "ping" };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `layout` with the differences of `slim` put in. */
function merge(layout: unknown, slim: unknown): unknown {
  if (slim === undefined) return layout;
  if (Array.isArray(layout) && Array.isArray(slim) && layout.length === slim.length && layout.length > 0 && isObject(layout[0])) {
    return layout.map((item, i) => merge(item, (slim as unknown[])[i]));
  }
  if (isObject(layout) && isObject(slim)) {
    const out: Record<string, unknown> = { ...layout };
    for (const name of Object.keys(slim)) out[name] = merge(layout[name], slim[name]);
    return out;
  }
  return slim;
}

export function whole(layout: View, slim: Slim): View {
  return ("whole" in slim ? slim["whole"] : merge(layout, slim)) as View;
}
