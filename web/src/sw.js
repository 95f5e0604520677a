// Keeps the shell of the app; never the games. What is not in the list always asks the server.
const FILES = __FILES__;
const PREFIX = "knobel-";
const NAME = `${PREFIX}${__VERSION__}`;
const POCKET = new URL("./pocket/", self.location.href).pathname; // has a worker of its own, and caches
const POCKETS = ["knobel-pocket-", "knobel-memory"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const ours = (name) => name.startsWith(PREFIX) && !POCKETS.some((other) => name.startsWith(other));
  const old = (names) => names.filter((name) => ours(name) && name !== NAME);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Pages: the server first, so that a new version is seen at once. Files carry their digest in the name: the cache first.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.includes("/api/")) return;
  if (url.pathname.startsWith(POCKET)) return;
  const kept = () => caches.match(event.request.mode === "navigate" ? "./" : event.request);
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(kept));
  else event.respondWith(kept().then((found) => found ?? fetch(event.request)));
});
