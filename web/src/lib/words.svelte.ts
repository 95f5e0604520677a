/** The catalogue that terminal, print-outs and browser share, one language loaded at a time. */

import { minus } from "./numbers";
import { settings, type Lang } from "./settings.svelte";

export interface Text {
  key: string;
  values: Record<string, unknown>;
}

type Catalogue = Record<string, string>;

const LOADERS: Record<Lang, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:words/de"),
  en: () => import("virtual:words/en"),
};

const loaded: { words: Catalogue } = $state.raw({ words: {} }) as { words: Catalogue };
let shown = $state<Lang | null>(null);
const cache: Partial<Record<Lang, Catalogue>> = {};

export async function loadWords(lang: Lang): Promise<void> {
  cache[lang] ??= (await LOADERS[lang]()).default;
  loaded.words = cache[lang];
  shown = lang;
}

/** Speak another language: words first, then the switch, so no key is ever seen. */
export async function speak(lang: Lang): Promise<void> {
  await loadWords(lang);
  settings.lang = lang;
}

export function isText(value: unknown): value is Text {
  return typeof value === "object" && value !== null && "key" in value && "values" in value;
}

/** What the browser says in its own way: its grid has no letters, so it tells where a cell lies. */
const OWN: Record<string, string> = { "coach.cell": "web.numberup.at" };

function said(value: unknown): string {
  if (isText(value)) return say(OWN[value.key] ?? value.key, value.values);
  if (Array.isArray(value)) return value.map(said).join(", ");
  return typeof value === "number" ? minus(value) : String(value);
}

/** The sentence `key`; counted phrases choose their form by `n`. */
export function say(key: string, values: Record<string, unknown> = {}): string {
  void shown; // read, so that what is said is said anew in another language
  const sentence = loaded.words[key] ?? loaded.words[`${key}.${values["n"] === 1 ? "one" : "other"}`];
  if (sentence === undefined) return key;
  return sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name: string | undefined) =>
    name === undefined ? all.charAt(0) : said(values[name]),
  );
}

export function tell(text: Text): string {
  return say(text.key, text.values);
}

export function known(key: string): boolean {
  void shown;
  return key in loaded.words;
}

/** `sentence` as one that begins a line. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
