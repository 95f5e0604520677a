/** A new version comes in when nobody is playing, in whatever tab; a match that is open keeps the one it was opened in. */

import { waking } from "./waking.svelte";

const PLAYING = "knobel-playing"; // held, shared, by every tab at a table
const AT_TABLE = new Set(["match", "lesson"]);

function screen(): string {
  return location.hash.replace(/^#\/?/, "").split(/[/?]/)[0] ?? "";
}

let release: (() => void) | null = null;
let held: Promise<unknown> = Promise.resolve();

/** Whether this tab is at a table is told to the others; when this is done, they know. */
async function tellOthers(): Promise<void> {
  const playing = AT_TABLE.has(screen());
  if (playing && !release) {
    const leaving = new Promise<void>((done) => (release = done));
    held = navigator.locks.request(PLAYING, { mode: "shared" }, () => leaving);
  } else if (!playing && release) {
    release();
    release = null;
    await held; // or whoever asks next finds the table still taken, by this very tab
  }
}

export async function keepUpToDate(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  // Below a server's address the server's own worker may have been in charge: that is no earlier version of this one.
  const own = new URL("./sw.js", location.href).href;
  const controlled = (): boolean => navigator.serviceWorker.controller?.scriptURL === own;
  let mine = controlled();
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (mine) location.reload();
    mine = true; // the first one only takes charge of what is there
  });
  const registration = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });

  async function takeOver(): Promise<void> {
    await tellOthers();
    const { waiting } = registration;
    waking.update = waiting !== null && controlled();
    if (!waiting || screen() !== "") return; // only from the first screen: elsewhere something may be half-made
    await navigator.locks.request(PLAYING, { ifAvailable: true }, (free) => {
      if (free) waiting.postMessage("take over");
      return Promise.resolve();
    });
  }

  function watch(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => void takeOver());
  }

  registration.addEventListener("updatefound", () => watch(registration.installing));
  watch(registration.installing);
  addEventListener("hashchange", () => void takeOver());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => {});
  });
  await takeOver();
  void registration.update().catch(() => {}); // offline: then it stays as it is
}
