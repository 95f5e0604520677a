/**
 * A match gone on with from one of its decisions, alone and with the same dice. It is the decision and the moves made since:
 * that is all this page keeps, in its address, and the server nothing at all.
 */

import { alarm } from "./announce.svelte";
import { api, Refused } from "./api";
import { cards, type Command } from "./messages";
import { OpenTable } from "./open-table.svelte";
import type { WhatIfOut } from "./schema";

export class WhatIfClient extends OpenTable {
  found = $state.raw<WhatIfOut | null>(null);
  problem = $state<string | null>(null);
  moves: string[];

  constructor(
    readonly id: string,
    readonly n: number,
    moves: string,
  ) {
    super();
    this.moves = moves.split(";").filter((move) => move !== "");
    this.again();
  }

  again = (): void => void this.#ask(this.moves);

  act(command: Command): boolean {
    if (this.busy || this.found === null) return false;
    if (command.do === "move") void this.#ask([...this.moves, command.move]);
    else if (command.do === "undo") void this.#ask(this.moves.slice(0, -1));
    else return false;
    return true;
  }

  keep(mask: string): void {
    this.held = mask;
  }

  async #ask(moves: string[]): Promise<void> {
    this.busy = true;
    this.refusal = null;
    try {
      this.#take(await api.whatIf(this.id, this.n, moves), moves);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.found === null) this.problem = error.message;
      else {
        this.refusal = error.message;
        alarm(error.message);
      }
    } finally {
      this.busy = false;
    }
  }

  #take(found: WhatIfOut, moves: string[]): void {
    const { match } = found;
    const [first, known, before] = [this.found === null, this.version, this.views];
    this.problem = null;
    this.moves = moves;
    history.replaceState(null, "", `#/whatif/${this.id}/${this.n}?${new URLSearchParams({ moves: moves.join(";") })}`);
    this.found = found;
    this.link = "open";
    this.header = match.header;
    this.table = match.table;
    this.views = cards(match);
    this.events = match.events;
    this.version = match.version;
    this.held = match.held;
    const news = first ? [] : match.events.filter((event) => event.n > known);
    this.tell({ events: news, before, after: this.views, first });
  }
}
