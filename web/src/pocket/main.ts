/** The same app without a server. */

import "../app.css";
import { mount, unmount } from "svelte";
import App from "../App.svelte";
import { moveTo } from "../lib/house";
import { recall, settings, watchSettings } from "../lib/settings.svelte";
import { loadWords } from "../lib/words.svelte";
import { PocketHouse } from "./home";
import { AFTERWARDS } from "./said";
import { keepUpToDate } from "./update";
import Waking from "./Waking.svelte";
import { waking } from "./waking.svelte";

watchSettings(loadWords);
const house = new PocketHouse();
moveTo(house);
await loadWords(settings.lang);
/**
 * Looks for a newer version: at once where this one is kept already, so that it comes in before anything begins. On a
 * first visit every file is to be fetched and checked for the next one, which waits until the first taps are over (or Python is not there,
 * and a newer version may mend it).
 */
let looked = false;
const look = (): void => {
  if (!looked) void keepUpToDate();
  looked = true;
};
const target = document.getElementById("app");
const line = document.getElementById("waking");
if (target && line) {
  let app = mount(App, { target });
  mount(Waking, { target: line });
  house.onstage = (message) => {
    if (message.is === "failed") waking.failed = message;
    else waking.stage = message.is === "ready" ? "ready" : message.stage;
    if (message.is !== "stage") setTimeout(look, AFTERWARDS);
    if (message.is === "ready")
      document.documentElement.dataset["took"] = JSON.stringify({ ...message.took, page: performance.now() });
  };
  house.onstale = () => {
    if (/^#\/(match|lesson|new)/.test(location.hash)) return; // a table hears of it by itself, a new one asks again
    void unmount(app).then(() => (app = mount(App, { target })));
  };
}

// What a link to ./api/… would fetch from a server, the worker has.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="./api/"]') : null;
  if (!link) return;
  event.preventDefault();
  void save((link.getAttribute("href") ?? "").slice("./api/".length));
});

async function save(path: string): Promise<void> {
  const answer = await house.ask(path, { headers: { "Accept-Language": settings.lang } });
  if (!answer.ok) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = decodeURIComponent(answer.headers.get("X-Name") ?? "") || "knobel.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

if (navigator.serviceWorker?.controller) look();
// The first screen is painted first; then, at the first idle moment, Python wakes up.
const pause = recall("knobel.pause");
const begin = (): void => house.begin(pause === null ? null : Number(pause));
if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 500 });
else setTimeout(begin, 50);
void navigator.storage?.persist?.().catch(() => false); // asked for, so that it is not cleared when room gets scarce
