/** What a screen reader is told. Two live regions stand in the page from the start (see App.svelte). */

export const live = $state({ polite: "", urgent: "" });

/** A sentence equal to the last would not be read again, so every other one ends with a no-break space. */
function again(before: string, sentence: string): string {
  return before === sentence ? `${sentence}\u00a0` : sentence;
}

export function announce(sentence: string): void {
  live.polite = again(live.polite, sentence);
}

/** Something that belongs to the sentence before and came a moment later: a region that changes twice is read once. */
export function announceToo(sentence: string): void {
  announce([live.polite, sentence].filter(Boolean).join(" "));
}

export function alarm(sentence: string): void {
  live.urgent = again(live.urgent, sentence);
}

/** Forget what was said: it belonged to another screen. */
export function hush(): void {
  live.polite = live.urgent = "";
}
