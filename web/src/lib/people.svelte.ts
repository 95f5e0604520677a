/** The people of this installation, as the server remembers them: who played last comes first. */

import { api } from "./api";
import type { PersonOut } from "./schema";
import { COLOURS } from "./seats";
import { recall, remember } from "./settings.svelte";

export type Person = PersonOut;

const remembered = $state<{ people: Person[] }>({ people: [] });

export function people(): Person[] {
  return remembered.people;
}

export async function loadPeople(): Promise<Person[]> {
  remembered.people = await api.people();
  return remembered.people;
}

const NAMES = "knobel.names";

/** Who has sat down last on this device, of those who are known. */
export function lastNames(): string[] {
  return (JSON.parse(recall(NAMES) ?? "[]") as string[]).filter((name) => personOf(name));
}

export const rememberNames = (names: string[]): void => remember(NAMES, JSON.stringify(names));
export const forgetNames = (): void => remember(NAMES, null);

/** Whether two names are one; the server has the last word. */
export function sameName(one: string, other: string): boolean {
  const key = (name: string) => name.trim().normalize("NFC").toLowerCase();
  return key(one) === key(other);
}

export function personOf(name: string): Person | undefined {
  return remembered.people.find((person) => sameName(person.name, name));
}

/** The colour somebody likes, or the first that nobody at the table has. */
export function freeColour(liked: string | undefined, taken: readonly string[]): string {
  const wanted = COLOURS.find((colour) => colour === liked && !taken.includes(colour));
  return wanted ?? COLOURS.find((colour) => !taken.includes(colour)) ?? COLOURS[0];
}
