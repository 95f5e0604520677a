/** A session of the trainer: ten positions, each on the game's own table, each answered with one move. */

import { api, Refused } from "./api";
import { announce } from "./announce.svelte";
import { cards, type Command } from "./messages";
import { OpenTable } from "./open-table.svelte";
import type { AnswerOut, PuzzleOut } from "./schema";
import { say, tell } from "./words.svelte";

export class TrainerClient extends OpenTable {
  override readonly guided = true;
  puzzles = $state.raw<PuzzleOut[]>([]);
  at = $state(0);
  answer = $state.raw<AnswerOut | null>(null); // to the position that lies there
  right = $state(0);
  lost = $state(0); // points, in all answers so far
  problem = $state<string | null>(null);

  constructor(
    readonly game: string,
    readonly person: string,
  ) {
    super();
    void this.again();
  }

  get puzzle(): PuzzleOut | null {
    return this.puzzles[this.at] ?? null;
  }

  get done(): boolean {
    return this.puzzles.length > 0 && this.at >= this.puzzles.length;
  }

  again = async (): Promise<void> => {
    try {
      this.puzzles = await api.session(this.game, this.person);
      [this.at, this.right, this.lost] = [0, 0, 0];
      this.#lay();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.message;
    }
  };

  next = (): void => {
    if (this.answer === null || this.done) return;
    this.at += 1;
    this.#lay();
  };

  act(command: Command): boolean {
    if (this.busy || command.do !== "move" || this.puzzle === null || this.answer !== null) return false;
    void this.#judge(this.puzzle.id, command.move);
    return true;
  }

  keep(mask: string): void {
    if (this.answer === null) this.held = mask;
  }

  #lay(): void {
    this.answer = null;
    this.problem = null;
    const match = this.puzzle?.match;
    if (match === undefined) return;
    this.link = "open";
    this.header = match.header;
    this.table = { ...match.table, undo: null };
    this.views = cards(match);
    this.events = [];
    this.version = this.at + 1; // every position is a new one to the table
    this.held = match.held;
    this.tell({ events: [], before: this.views, after: this.views, first: true });
  }

  async #judge(puzzle: string, move: string): Promise<void> {
    this.busy = true;
    try {
      const said = await api.answer(this.game, { person: this.person, puzzle, move });
      this.answer = said;
      this.right += said.right ? 1 : 0;
      this.lost += said.loss;
      announce(verdict(said));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.message;
      this.problem = error.message;
    } finally {
      this.busy = false;
    }
  }
}

/** What is said to an answer, as sentences. */
export function verdict(said: AnswerOut): string {
  const first = said.right
    ? say("trainer.right", { move: tell(said.best) })
    : say("trainer.wrong", { move: tell(said.chosen), best: tell(said.best) });
  return `${first} ${say("trainer.why", { why: tell(said.why) })}`;
}
