/** What page and worker say to each other. */

export type ToWorker =
  | { is: "begin"; pause: number | null }
  | { is: "ask"; n: number; method: string; path: string; lang: string; body: Uint8Array | null }
  | { is: "join"; id: string; match: string; since: number; lang: string }
  | { is: "say"; id: string; raw: string }
  | { is: "leave"; id: string };

export type Stage = "python" | "games" | "kept";

export type FromWorker =
  | { is: "stage"; stage: Stage }
  | { is: "ready"; took: Record<string, number> }
  | { is: "failed"; why: "storage" | "python"; error: string }
  | { is: "answer"; n: number; status: number; kind: string; body: string; name: string | null }
  | { is: "told"; id: string; raw: string }
  | { is: "closed"; id: string; code: number };

/** Milliseconds after a start until what is only for the next one is done: the first taps have the device to themselves. */
export const AFTERWARDS = 2000;
