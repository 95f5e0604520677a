/**
 * A lesson at the table: real positions, one step after the other, each with a sentence and mostly a move to make.
 *
 * A step is its number; that is all this page keeps, and the server nothing at all.
 */

import { alarm } from "./announce.svelte";
import { api, Refused } from "./api";
import { cards, type Command } from "./messages";
import { OpenTable } from "./open-table.svelte";
import type { LessonOut } from "./schema";
import { recall, remember } from "./settings.svelte";
import { tell, type Text } from "./words.svelte";

export class LessonClient extends OpenTable {
  override readonly guided = true;
  lesson = $state.raw<LessonOut | null>(null);
  why = $state.raw<Text | null>(null); // why the last move was not the one that is shown, until something else is done
  problem = $state<string | null>(null); // why the next step cannot be seen

  constructor(readonly game: string) {
    super();
    this.again();
  }

  get step(): number {
    return this.lesson?.step ?? 0;
  }

  /** There is only something to read: `next` goes on. */
  get reading(): boolean {
    return this.lesson?.move === null && !this.done;
  }

  get done(): boolean {
    return this.lesson !== null && this.lesson.step === this.lesson.steps;
  }

  again = (): void => void this.#ask(0);

  next(): void {
    if (this.reading && !this.busy) void this.#ask(this.step + 1);
  }

  act(command: Command): boolean {
    if (this.busy || this.lesson === null) return false;
    if (command.do === "move") void this.#ask(this.step, command.move);
    else if (command.do === "undo") void this.#ask(this.step - 1);
    else return false;
    return true;
  }

  keep(mask: string): void {
    this.held = mask;
    this.why = null;
  }

  async #ask(step: number, move?: string): Promise<void> {
    this.busy = true;
    this.why = null;
    try {
      this.#take(await api.lesson(this.game, step, move));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.message;
    } finally {
      this.busy = false;
    }
  }

  #take(lesson: LessonOut): void {
    const { match } = lesson;
    this.problem = null;
    if (lesson.why) {
      this.why = lesson.why;
      alarm(tell(lesson.why));
      return;
    }
    const [first, known, before] = [this.lesson === null, this.version, this.views];
    this.lesson = lesson;
    this.link = "open";
    if (first || match.version !== known) {
      this.header = match.header;
      this.table = match.table;
      this.views = cards(match);
      this.events = match.events;
      this.version = match.version;
      this.held = match.held;
    } else this.table = match.table;
    const news = first ? [] : match.events.filter((event) => event.n > known);
    this.tell({ events: news, before, after: this.views, first });
  }
}

const KEY = "knobel.lessons";

function met(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return []; // spoiled: then the offer is made once more
  }
}

/** Whether this browser knows the game: its lesson was begun or declined, or the game was played from here. */
export function isMet(game: string): boolean {
  return met().includes(game);
}

/** Whether its lesson is offered: nothing (`first`), or not this game, was played here yet. Without an answer it is not. */
export async function offersLesson(game: string, first = false): Promise<boolean> {
  if (isMet(game)) return false;
  const page = await api.matches(1, "", first ? {} : { game }).catch(() => null);
  const played = page !== null && page.matches.length + page.unreadable.length > 0;
  if (played) meet(game);
  return page !== null && !played;
}

export function meet(game: string): void {
  if (!isMet(game)) remember(KEY, JSON.stringify([...met(), game]));
}
