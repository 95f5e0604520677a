/**
 * What the coach says about the decision that is due: on request, always, or after one has thought first.
 *
 * Whoever asks is marked in the match, by the server, before it answers.
 */

import { alarm, announce } from "./announce.svelte";
import { api, Refused } from "./api";
import { isDecision } from "./blocks";
import { chance, decimal } from "./numbers";
import type { OpenTable } from "./open-table.svelte";
import type { ChancesOut, HintsOut, MedalChanceOut, WhyOut } from "./schema";
import { settings } from "./settings.svelte";
import { say, tell, type Text } from "./words.svelte";

/** A choice that was made, before it is carried out: what it costs, and what would be better. */
export interface Weighed {
  move: string;
  chosen: WhyOut;
  best: Text;
}

/** A loss as it is written beside what loses it. */
export function lossSaid(loss: number): string {
  return loss === 0 ? "✓" : loss < 0.05 ? "−0" : `−${decimal(loss, 1)}`;
}

/** A chance as it is told: what is not exact with how far it may be off, in percent, and never as sure. */
export function chanceSaid(one: { chance: number; error: number | null }): string {
  if (one.error === null) return chance(one.chance);
  const said = chance(Math.min(0.999, Math.max(0.001, one.chance)));
  return say("web.chances.said", { chance: said, error: Math.max(1, Math.round(100 * one.error)) });
}

export function medalsSaid(medals: readonly MedalChanceOut[]): string {
  const each = medals.map((one) =>
    say("web.chances.medal", { medal: say(`medals.${one.medal}`), chance: chanceSaid(one) }),
  );
  return say("web.chances.medals", { medals: each.join(", ") });
}

export class Hints {
  told = $state.raw<HintsOut | null>(null);
  why = $state.raw<WhyOut[]>([]);
  chances = $state.raw<ChancesOut | null>(null); // of who wins and of medals, once they are asked for
  noChances = $state(""); // why there are none
  asking = $state(false);
  weighed = $state.raw<Weighed | null>(null);
  verdict = $state.raw<{ version: number; text: string } | null>(null);
  open = $state(false); // the whole of it lies on the table
  wisher = $state<number | null>(null); // the seat that asked while its move was still under way

  constructor(
    readonly client: OpenTable,
    readonly id: string,
  ) {}

  /** Whether somebody has to decide something that the coach may be asked about. */
  readonly possible = $derived.by(() => {
    const { playing } = this.client;
    if (settings.hints === "off" || !playing?.person) return false;
    const { table, view } = playing;
    return table.turn.waits === "move" && !table.roll_off && isDecision(view) && !playing.header.sealed_elsewhere;
  });

  /** Whether the key to ask with has a place: where the app throws it keeps it between decisions, so nothing moves. */
  readonly placed = $derived.by(() => {
    const { playing } = this.client;
    if (settings.hints === "off" || !playing || playing.header.sealed_elsewhere) return false;
    return this.possible || (playing.table.source === "app" && !playing.table.roll_off);
  });

  /** What is known of the decision that is due; nothing before somebody has asked, or where there is no choice. */
  readonly now = $derived.by((): HintsOut | null => {
    const { told } = this;
    const fits = told !== null && told.version === this.client.version && this.possible && told.options.length > 1;
    return fits && settings.hints !== "think" ? told : null;
  });

  readonly reason = $derived(
    this.now ? (this.why.find((one) => one.move === this.now?.options[0]?.move) ?? null) : null,
  );

  /** The line of the dock: what is best, and what it comes to. */
  readonly line = $derived.by(() => {
    const { now } = this;
    const [best] = now?.options ?? [];
    if (!now || !best) return this.verdict?.version === this.client.version ? this.verdict.text : "";
    return say("web.hints.line", { move: tell(now.best), points: decimal(best.value, 1) });
  });

  /** What a move costs, as it is written beside it; nothing as long as nobody has asked. */
  loss(move: string | null): string | null {
    const option = move === null ? undefined : this.now?.options.find((one) => one.move === move);
    return option ? lossSaid(option.loss) : null;
  }

  /** The key: ask, or if that was done, see all of it. Pressed while dice are being thrown it is answered after that. */
  press(): void {
    if (this.now) {
      this.open = true;
      void this.reckon(this.now.version);
    } else if (this.client.busy) this.wisher = this.client.playing?.seat ?? null;
    else void this.ask();
  }

  /** Whether an answer is wanted that has not been asked for. */
  readonly due = $derived.by(() => {
    const wanted = settings.hints === "always" || (this.wisher !== null && this.wisher === this.client.playing?.seat);
    return wanted && this.possible && !this.client.busy && this.told?.version !== this.client.version;
  });

  async ask(): Promise<void> {
    this.wisher = null;
    if (!this.possible || this.asking) return;
    const told = await this.#fetch();
    if (told === null || told.version < this.client.version) return; // or overtaken while it was worked out
    this.why = [];
    this.told = told;
    if (told.options.length < 2) return; // nothing to choose from
    announce(this.line);
    await this.explain(told.version);
  }

  async explain(version: number): Promise<void> {
    try {
      const found = await api.why(this.id, version);
      if (found && this.told?.version === version) this.why = found.options;
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // the reason is missing; what is best is known all the same
    }
  }

  /** Whether there are chances to speak of: to win against others, or of the medals of a level. */
  readonly chancy = $derived.by(() => {
    const { playing } = this.client;
    return playing !== null && (playing.header.seats.length > 1 || playing.header.level !== null);
  });

  /** Have the chances worked out, which takes a while; nobody waits for them. */
  async reckon(version: number): Promise<void> {
    if (!this.chancy || this.chances?.version === version) return;
    this.chances = null;
    this.noChances = "";
    try {
      const found = await api.chances(this.id, version);
      if (!found || this.told?.version !== version) return;
      this.chances = found;
      if (found.players.length > 0) announce(`${say("web.chances.title")}: ${this.seatsSaid(found).join(", ")}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // they are missing; what is best is known all the same
      this.chances = { version, players: [], medals: [] };
      this.noChances = error.message;
    }
  }

  seatsSaid(found: ChancesOut): string[] {
    const seats = this.client.playing?.header.seats ?? [];
    return found.players.map((one) => say("web.chances.seat", { who: seats[one.seat]?.name, chance: chanceSaid(one) }));
  }

  /** The chances of the medals after that move, if they are known. */
  medalsAfter(move: string): string {
    const { chances, now } = this;
    const medals = chances?.version === now?.version ? chances?.medals.find((one) => one.move === move)?.medals : null;
    return medals && medals.length > 0 ? medalsSaid(medals) : "";
  }

  /** Think first: what that move costs. True: it waits until it is known. */
  weighs(move: string): boolean {
    if (settings.hints !== "think" || !this.possible || this.asking) return false;
    void this.#weigh(move);
    return true;
  }

  async #weigh(move: string): Promise<void> {
    const told = await this.#fetch();
    const option = told?.options.find((one) => one.move === move);
    if (!told || !option || told.options.length < 2) return this.carryOut(move);
    if (option.loss === 0) {
      this.verdict = { version: told.version, text: say("web.hints.right") };
      announce(this.verdict.text);
      return this.carryOut(move, say("web.hints.right"));
    }
    try {
      const chosen = (await api.why(this.id, told.version, move))?.options[0];
      if (chosen) this.weighed = { move, chosen, best: told.best };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.carryOut(move);
    }
  }

  /** Do it after all. */
  carryOut(move: string, verdict = ""): void {
    this.weighed = null;
    this.client.carryOut(move);
    if (verdict) this.verdict = { version: this.client.version + 1, text: verdict };
  }

  async #fetch(): Promise<HintsOut | null> {
    const { client, id } = this;
    const { playing } = client;
    if (playing === null) return null;
    const marked = playing.table.hinted.includes(playing.seat);
    this.asking = true;
    if (!marked) client.busy = true; // the mark is a step of its own: nothing else is done meanwhile
    try {
      const at = client.version;
      const told = await (marked ? api.hints(id, at) : api.askHints(id, at));
      await client.reached(told?.version ?? at + 1); // overtaken: the same question would be, once more
      return told ?? null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.problem?.code !== "move/stale") {
        client.refusal = error.message;
        alarm(error.message);
      }
      return null;
    } finally {
      this.asking = false;
      if (!marked) client.busy = false;
    }
  }
}

let shown = $state.raw<Hints | null>(null);

/** The coach at the table that is open, for all that lies on it. */
export function atHand(hints: Hints | null): void {
  shown = hints;
}

/** What a move costs, if somebody has asked: to be written beside it, and to be said of it. */
export function lossOf(move: string | null): string | null {
  return shown?.loss(move) ?? null;
}

export function lossToldOf(move: string | null): string {
  const loss = lossOf(move);
  if (loss === null) return "";
  return `, ${loss === "✓" ? say("web.hints.best") : say("web.hints.costs", { points: loss.replace("−", "") })}`;
}
