/**
 * The focus stays where the hand is. When what had it is gone (a box that was filled, a key that gave way to another),
 * its successor of the same `data-hand` gets it, else the key that is next: nobody has to find the table again.
 */
export function keepHand(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement && root.contains(target) ? target : null;
  };
  const watch = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    (successor(root, last.dataset["hand"]) ?? nextKey(root) ?? root).focus({ preventScroll: true });
  });
  document.addEventListener("focusin", note);
  watch.observe(root, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", note);
    watch.disconnect();
  };
}

function successor(root: HTMLElement, hand: string | undefined): HTMLElement | null {
  return hand === undefined ? null : root.querySelector(`[data-hand="${hand}"]`);
}

function nextKey(root: HTMLElement): HTMLElement | null {
  const keys = [".dock .key.main[aria-disabled=false]", ".dock .key.main", ".dock [data-testid=roll]"];
  return keys.map((key) => root.querySelector<HTMLElement>(key)).find((key) => key !== null) ?? null;
}

/** On a new screen the hand begins at its title. */
export function beginHere(): void {
  document.querySelector<HTMLElement>("h1[tabindex], main")?.focus({ preventScroll: true });
}
