/** A match to look at, step by step: fetched in pieces, the piece that is needed first, the next one ahead of time. */

import { api } from "./api";
import { whole, type Match, type Table } from "./messages";
import type { View } from "./protocol";

const PIECE = 40;

export interface Frame {
  version: number;
  table: Table;
  views: View[];
}

export class Frames {
  /** The versions that the steps end at; the first is the empty table. */
  ends: number[] = [];
  #known = new Map<number, Frame>();
  #asked = new Map<number, Promise<void>>();

  constructor(readonly match: Match) {}

  /** How it stood after step number `n`, and one step before. */
  async at(n: number): Promise<{ now: Frame; before: Frame | null }> {
    const piece = Math.floor(n / PIECE);
    await this.#fetch(piece);
    if (n % PIECE > PIECE / 2 && (piece + 1) * PIECE < this.ends.length) void this.#fetch(piece + 1).catch(() => {});
    const now = this.#known.get(n);
    if (now === undefined) throw new Error(`there is no step ${n}`);
    return { now, before: this.#known.get(n - 1) ?? null };
  }

  #fetch(piece: number): Promise<void> {
    const asked =
      this.#asked.get(piece) ??
      this.#load(piece).catch((error: unknown) => {
        this.#asked.delete(piece); // to be tried again
        throw error;
      });
    this.#asked.set(piece, asked);
    return asked;
  }

  /** A piece begins one step early, so that every step knows the one before it. */
  async #load(piece: number): Promise<void> {
    const first = Math.max(0, piece * PIECE - 1);
    const { ends, frames } = await api.replay(this.match.id, first, PIECE + 1);
    this.ends = ends;
    let views: View[] = [];
    for (const [i, frame] of frames.entries()) {
      views = frame.views.map((slim, seat) => (slim === null ? views[seat] : whole(this.match.layout, slim)) as View);
      this.#known.set(first + i, { version: frame.version, table: frame.table, views });
    }
  }
}
