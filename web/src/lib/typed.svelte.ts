/** Real dice on a real table, as they are typed: one after the other, and the last completes the throw. */

import { announce } from "./announce.svelte";
import type { Urn } from "./messages";
import { say } from "./words.svelte";

export class TypedDice {
  faces = $state<number[]>([]);
  said = $state<string | null>(null); // why the throw is not complete

  /** `urns`: the dice that are due now. `kind`: which sort of die that is, and `called` what people call the sort. */
  constructor(
    readonly urns: () => Urn[],
    readonly kind: (die: number) => string,
    readonly onfaces: (faces: number[]) => void,
    readonly called: (kind: string) => string = (kind) => say(`dice.${kind}`),
  ) {
    $effect(() => {
      void this.urns(); // other dice are due: what was half typed belonged to those before
      this.clear();
    });
  }

  readonly next = $derived.by(() => this.urns()[this.faces.length]);

  name(place: number): string {
    const die = this.urns()[place]?.die ?? 0;
    return `${die + 1}. ${this.called(this.kind(die))}`;
  }

  set(face: number): void {
    if (this.next === undefined) return;
    this.said = null;
    announce(say("web.pad.set", { what: this.name(this.faces.length), face }));
    this.faces.push(face);
    if (this.next === undefined) this.onfaces([...this.faces]);
  }

  erase(): void {
    this.said = null;
    this.faces.pop();
  }

  clear(): void {
    this.said = null;
    this.faces = [];
  }

  #missing(): boolean {
    const n = this.urns().length - this.faces.length;
    if (this.faces.length === 0 || n === 0) return false;
    announce((this.said = say("web.pad.missing", { n })));
    return true;
  }

  /** Digits and backspace, wherever the focus is; Enter before the last die says how many are missing. */
  key(event: KeyboardEvent): boolean {
    if (event.key === "Enter") return this.#missing();
    if (event.key === "Backspace") return (this.erase(), true);
    const face = Number(event.key);
    if (!/^\d$/.test(event.key) || !this.next?.faces.includes(face)) return false;
    this.set(face);
    return true;
  }
}
