/**
 * One open table: a socket that comes back by itself, the newest state, and commands that are sent until answered.
 *
 * Every command carries an id, so sending it again after a lost connection never does it twice.
 */

import { alarm } from "./announce.svelte";
import { Hints } from "./hints.svelte";
import { house, type Line } from "./house";
import {
  stateOf,
  stepped,
  type Command,
  type FromServer,
  type Header,
  type MatchEvent,
  type State,
  type Table,
} from "./messages";
import { OpenTable } from "./open-table.svelte";
import type { View } from "./protocol";
import { keepReceipt, missing, receiptOf, receiptText, type Receipt } from "./receipts";
import { pauseAfter } from "./retry";
import { seated } from "./seats";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

const RESEND_AFTER = 2_500;
const PING_EVERY = 4_000;
const PONG_WITHIN = 4_000;
const OPEN_WITHIN = 8_000;
const LINGER = 2_200; // how long each move of a bot is looked at when the pace is slow
const GONE = 4404;

type Sent = Command & { id: string };

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

const FRESH = "knobel.fresh";

/** Remember that this browser has just opened that table: it then adds a number of its own to the sealed dice. */
export function freshTable(id: string): void {
  try {
    sessionStorage.setItem(FRESH, id);
  } catch {
    // then the dice are the server's alone, sealed all the same
  }
}

function isFresh(id: string): boolean {
  try {
    return sessionStorage.getItem(FRESH) === id;
  } catch {
    return false;
  }
}

export class TableClient extends OpenTable {
  override readonly hints: Hints;
  present = $state.raw<boolean[] | null>(null); // by seat, who is there; null where one device has them all
  leftAlone = $state.raw<(number | null)[]>([]); // by seat, from when on a bot may play for whoever has left
  restarting = $state(false); // the server has said goodbye
  retryAt = $state(0); // when the next attempt is made, for the banner

  #layout: View | null = null;
  #agreed: Header | null = null; // as it was told, without stand-ins
  #build = "";
  #socket: Line | null = null;
  #waiting = new Map<string, Sent>();
  #latest: State | null = null; // the newest that has come, shown or not
  #unseen: State[] = []; // moves of bots that are still to be shown
  #attempts = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #pinged: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor(readonly id: string) {
    super();
    this.hints = new Hints(this, id);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
    this.#beat();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.close();
  }

  /** Send a command that changes the match. While one is under way there is no second: a double click rolls once. */
  act(command: Command): boolean {
    if (this.busy || this.table === null || this.#unseen.length > 0) return false;
    this.refusal = null;
    this.busy = true;
    this.#send(command);
    return true;
  }

  /** Remember which dice are kept; shown at once, told to the other tabs by the server. */
  keep(mask: string): void {
    this.held = mask;
    this.#send({ do: "keep", at: this.version, mask });
  }

  retryNow = (): void => this.#reconnect(0);

  #send(command: Command): void {
    const sent: Sent = { ...command, id: newId() };
    if (command.do === "keep") {
      // Only the newest selection is worth sending again.
      for (const [id, old] of this.#waiting) if (old.do === "keep") this.#waiting.delete(id);
    }
    this.#waiting.set(sent.id, sent);
    this.#putUntilAnswered(sent);
  }

  #putUntilAnswered(sent: Sent): void {
    if (!this.#waiting.has(sent.id)) return;
    this.#put(sent);
    this.#later(RESEND_AFTER, () => this.#putUntilAnswered(sent));
  }

  #put(message: Sent | { do: "ping" | "sync"; id: string; since?: number }): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #sync(): void {
    this.#put({ do: "sync", id: newId(), since: this.#known });
  }

  #later(after: number, act: () => unknown): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, after);
    this.#timers.add(timer);
    return timer;
  }

  #connect(): void {
    if (this.#closed) return;
    const asked = new URLSearchParams({ since: String(this.version), lang: settings.lang });
    const socket = house.open(this.id, asked);
    this.#socket = socket;
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#closed) return;
      this.#socket = null;
      if (event.code === GONE) this.link = "gone";
      else this.#lose();
    };
    this.#later(OPEN_WITHIN, () => {
      if (socket.readyState === WebSocket.CONNECTING) this.#abandon(socket);
    });
  }

  #lose(): void {
    const pause = pauseAfter(this.#attempts);
    this.#attempts += 1;
    if (this.#attempts > 1) this.link = "lost"; // a single hiccup is mended before anyone needs to read about it
    this.#reconnect(pause);
  }

  #reconnect(pause: number): void {
    this.retryAt = Date.now() + pause;
    this.#later(pause, () => {
      if (this.#socket === null || this.#socket.readyState > WebSocket.OPEN) this.#connect();
    });
  }

  /** Waking up or coming back online: a socket that only looks open is found out now, not in a minute. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.#reconnect(0);
  };

  #beat(): void {
    this.#later(PING_EVERY, () => {
      if (document.visibilityState === "visible") this.#ping();
      this.#beat();
    });
  }

  #ping(): void {
    if (this.#pinged !== null || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#put({ do: "ping", id: newId() });
    this.#pinged = this.#later(PONG_WITHIN, () => {
      this.#pinged = null;
      if (this.#socket) this.#abandon(this.#socket);
    });
  }

  /** A socket on which nothing comes, or that does not open: its own close may take minutes to arrive. */
  #abandon(socket: Line): void {
    if (socket !== this.#socket || this.#closed) return;
    this.#socket = null;
    socket.close();
    this.link = "lost"; // silence for seconds is no hiccup
    this.#lose();
  }

  #hear(message: FromServer): void {
    if (this.#pinged !== null) {
      clearTimeout(this.#pinged);
      this.#pinged = null;
    }
    switch (message.is) {
      case "hello":
        if (this.#build !== "" && this.#build !== message.build) location.reload(); // a newer Knobel: nothing is half-made that the server does not hold
        this.#build = message.build;
        this.#layout = message.layout;
        this.#agreed = message.header;
        this.header = message.header;
        this.mine = message.mine;
        this.present = null;
        break;
      case "state":
        this.#compare(message);
        if (this.#layout) this.#follow(stateOf(this.#layout, message));
        break;
      case "step": {
        this.#settle(message.by ?? null);
        keepReceipt(this.id, message);
        const state = this.#layout && this.#latest && stepped(this.#layout, this.#latest, message);
        if (state) this.#follow(state);
        else if (message.version > this.#known) this.#sync();
        break;
      }
      case "present":
        this.present = message.seats;
        this.leftAlone = message.wait.map((seconds) => (seconds === null ? null : Date.now() + 1000 * seconds));
        break;
      case "held":
        this.#settle(message.by);
        if (message.version === this.version && ![...this.#waiting.values()].some((sent) => sent.do === "keep"))
          this.held = message.held;
        break;
      case "ack":
        this.#settle(message.id);
        break;
      case "refused":
        this.#refused(message.id, message.code, message.title);
        break;
      case "events":
        this.#add(message.events);
        break;
      case "goodbye":
        this.restarting = true;
        break;
      case "pong":
        if (message.version > this.#known) this.#sync();
    }
  }

  /** A server that was set back, or whose match was changed, does not get away with it unseen. */
  #compare(told: Receipt): void {
    const kept = receiptOf(this.id);
    const n = missing(kept, told);
    if (n === 0) keepReceipt(this.id, told);
    else if (kept) {
      this.refusal = say("web.receipt.missing", { n, receipt: receiptText(kept) });
      alarm(this.refusal);
    }
  }

  /** Bots move at the pace this person likes: slowly, one look at a time; or without the pause that the server makes. */
  #follow(state: State): void {
    if (this.#latest === null || state.version >= this.#latest.version) this.#latest = state;
    const byBot = state.events.some((event) => event.seat !== null && this.header?.seats[event.seat]?.bot != null);
    if (this.#unseen.length === 0 && (settings.pace !== "slow" || !byBot || this.table === null)) this.#take(state);
    else if (state.version > this.#known && this.#unseen.push(state) === 1) this.#later(LINGER, this.#showNext);
    const { table } = this;
    if (settings.pace === "fast" && byBot && table && !table.over && !table.bot_waits && !this.playing?.person)
      this.#send({ do: "go", at: this.version });
  }

  /** The newest version that has come, shown or not. */
  get #known(): number {
    return this.#unseen.at(-1)?.version ?? this.version;
  }

  #showNext = (): void => {
    const state = this.#unseen.shift();
    if (state) this.#take(state);
    if (this.#unseen.length > 0) this.#later(LINGER, this.#showNext);
  };

  #take(state: State): void {
    const first = this.table === null;
    const returned = this.link !== "open";
    this.link = "open";
    this.restarting = false;
    this.#attempts = 0;
    if (state.header) this.#agreed = state.header;
    if (this.#agreed) this.header = seated(this.#agreed, state.table.stand_ins);
    if (first || state.version >= this.version) {
      const news = this.#add(state.events);
      const before = this.views;
      this.table = this.#own(state.table);
      this.version = state.version;
      this.held = state.held;
      this.views = state.views;
      this.finished = state.finished;
      const told = { events: first ? [] : news, before, after: this.lying, first };
      if (news.length > 0 || first) this.tell(told);
    }
    if (returned) for (const sent of this.#waiting.values()) this.#put(sent);
    if (first && this.version === 0 && this.table?.source === "app" && isFresh(this.id)) this.#salt();
  }

  /** The table without what is for others to do: their decisions to take back, their entries to correct. */
  #own(table: Table): Table {
    const mine = this.mine;
    if (mine === null) return table;
    return {
      ...table,
      undo: table.undo !== null && mine.includes(table.undo) ? table.undo : null,
      pad: table.pad.map((boxes, seat) => (mine.includes(seat) ? boxes : [])),
    };
  }

  /** Take events up, and ask for those before them that a long match was told without. Gives those that are new. */
  #add(events: readonly MatchEvent[]): MatchEvent[] {
    const known = new Set(this.events.map((event) => event.n));
    const news = events.filter((event) => !known.has(event.n));
    if (news.length === 0) return news;
    this.events = [...this.events, ...news].sort((a, b) => a.n - b.n);
    const gap = this.events.findLast((event, i) => event.n !== (this.events[i - 1]?.n ?? 0) + 1);
    if (gap) this.#put({ do: "earlier", id: newId(), before: gap.n });
    return news;
  }

  /** Nobody, not even the server, can then have chosen the dice: it had to commit before it saw this number. */
  #salt(): void {
    const seat = this.header?.seats.findIndex((one, s) => one.bot === null && this.mine?.includes(s)) ?? -1;
    const seed = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    if (seat >= 0) this.act({ do: "salt", at: this.version, seat, seed });
  }

  #settle(id: string | null): void {
    if (id === null) return;
    this.#waiting.delete(id);
    this.busy = [...this.#waiting.values()].some((sent) => sent.do !== "keep");
  }

  #refused(id: string | null, code: string, title: string): void {
    const sent = id === null ? undefined : this.#waiting.get(id);
    this.#settle(id);
    if (sent?.do === "keep" || sent?.do === "go") return; // what came too late is no news to anybody
    // Somebody was faster: the state that follows says it all.
    if (code === "move/stale") this.#sync();
    this.refusal = title;
    alarm(title);
  }
}
