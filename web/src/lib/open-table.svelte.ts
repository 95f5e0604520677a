/** A table as screens and kits know it: its newest state, and what can be done there, wherever it is played. */

import type { Hints } from "./hints.svelte";
import type { Command, Header, MatchEvent, Table } from "./messages";
import type { View } from "./protocol";

export type Link = "connecting" | "open" | "lost" | "gone";

/** A table whose state is known: who sits there, whose turn it is, and their card. */
export interface Playing {
  header: Header;
  table: Table;
  views: View[];
  seat: number; // whose turn it is
  view: View; // their card
  person: boolean; // somebody at this screen has to act, not a bot and nobody elsewhere
}

/** What is new at the table: the events, and the cards as they were before and are now. `first`: the page has just come. */
export interface News {
  events: MatchEvent[];
  before: View[];
  after: View[]; // those of a finished game, where it has just ended
  first: boolean;
}

export abstract class OpenTable {
  link = $state<Link>("connecting");
  header = $state.raw<Header | null>(null);
  table = $state.raw<Table | null>(null);
  views = $state.raw<View[]>([]);
  finished = $state.raw<View[]>([]); // the cards of the game before, until the next of the series goes on
  version = $state(0);
  events = $state.raw<MatchEvent[]>([]);
  held = $state<string | null>(null); // the dice that stay, as a mask; of this version
  refusal = $state<string | null>(null); // the last refusal, until something else happens
  mine = $state.raw<readonly number[] | null>(null); // the seats this device may act for; null: all, there is no other
  busy = $state(false); // a command that changes the match is under way
  readonly guided: boolean = false; // somebody says what comes next: nothing follows by itself
  readonly hints: Hints | null = null; // the coach, where there is one to ask

  /** Nothing until the first state is known. */
  readonly playing = $derived.by((): Playing | null => {
    const { header, table, views } = this;
    const seat = table?.turn.seat ?? 0;
    const view = views[seat];
    if (header === null || table === null || view === undefined) return null;
    const person = header.seats[seat]?.bot == null && (this.mine?.includes(seat) ?? true) && !table.over;
    return { header, table, views, seat, view, person };
  });

  /** Whether this device has no seat here. */
  get watching(): boolean {
    return this.mine?.length === 0;
  }

  /** The cards to look at. */
  get lying(): View[] {
    return this.finished.length > 0 ? this.finished : this.views;
  }

  #listeners = new Set<(news: News) => void>();

  /** Do something that changes the match, unless something is under way already: a double click rolls once. */
  abstract act(command: Command): boolean;

  /** Remember which dice are kept; shown at once. */
  abstract keep(mask: string): void;

  /** Make a move, or first think about it, where that is wanted. */
  move(move: string): boolean {
    return this.hints?.weighs(move) || this.carryOut(move);
  }

  carryOut(move: string): boolean {
    return this.act({ do: "move", at: this.version, seat: this.table?.turn.seat ?? 0, move });
  }

  /** Take back the last decision, if somebody may. */
  undo(): boolean {
    const seat = this.table?.undo;
    return seat != null && this.act({ do: "undo", at: this.version, seat });
  }

  /** Nothing is to be taken back: the bot that waits may begin. */
  goOn(): boolean {
    return this.table?.bot_waits === true && this.act({ do: "go", at: this.version });
  }

  /** While the component that is being made is on the page, tell it what is new, after the state holds it. */
  hear(listener: (news: News) => void): void {
    $effect(() => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    });
  }

  /** Wait until that version has come, but not for ever. */
  async reached(version: number): Promise<void> {
    for (let i = 0; i < 100 && this.version < version; i++) await new Promise((done) => setTimeout(done, 20));
  }

  protected tell(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }
}
