/**
 * The focus stays where the hand is. When what had it is gone (a box that was filled, a key that gave way to another),
 * its successor of the same `data-hand` gets it, else the key that is next: nobody has to find the table again.
 */
export function keepHand(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest("dialog")) return; // a dialog gives it back by itself
    last = root.contains(target) ? target : null;
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
  const [title, main] = ["h1[tabindex]", "main"].map((one) => document.querySelector<HTMLElement>(one));
  (title ?? main)?.focus({ preventScroll: true });
}

let opener: HTMLElement | null = null; // what had the focus before a dialog, or a chain of them
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement && target.closest("dialog") === null) opener = target;
});

/** A dialog has closed: the hand goes back to what opened it. */
export function goBack(): void {
  if (document.activeElement === document.body && opener?.isConnected) opener.focus({ preventScroll: true });
}
