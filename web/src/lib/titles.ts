import type { Header } from "./messages";
import { say, tell } from "./words.svelte";

/** What a match is called: its game, and its level where it has one. With that, the head of a phone holds a short name whole. */
export function titleOf(header: Header | null, full = false): string {
  if (header === null) return "";
  if (header.level === null) return tell(header.name);
  const game = full ? tell(header.name) : say(`day.short.${header.key}`);
  return say("web.booklet.level_of", { game, n: header.level });
}
