// Keeps a whole version: every file of the folder, by its digest. A new version is fetched beside it and checked file by
// file; it waits until the page says that nobody is playing, or until all pages are closed. One that is not whole is
// never installed, and the browser itself asks for a newer sw.js at every visit: nobody is stuck with a broken one.
const FILES = __FILES__;
const VERSION = __VERSION__;
const PREFIX = "knobel-pocket-";
const NAME = PREFIX + VERSION;
const PAGE = "index.html";
const LIST = "digests.json"; // in each cache: what it holds

async function others() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
}

/** A file that an earlier version has already, if it is the same. */
async function known(path, digest) {
  for (const name of await others()) {
    const cache = await caches.open(name);
    const list = await (await cache.match(LIST))?.json();
    if (list?.[path] === digest) return cache.match(path);
  }
  return undefined;
}

async function fetched(path, digest) {
  const answer = await fetch(new Request(path, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  const hex = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!hex.startsWith(digest)) throw new Error(`${path} is not the one of this version`);
  return answer;
}

async function install() {
  const cache = await caches.open(NAME);
  const list = (await (await cache.match(LIST))?.json()) ?? {};
  for (const [path, digest] of Object.entries(FILES)) {
    if (list[path] !== digest) await cache.put(path, (await known(path, digest)) ?? (await fetched(path, digest)));
  }
  await cache.put(LIST, new Response(JSON.stringify(FILES)));
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await others()) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

const SCOPE = new URL("./", self.location.href);

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(SCOPE.href)) return;
  const path = event.request.mode === "navigate" ? PAGE : decodeURIComponent(url.pathname.slice(SCOPE.pathname.length));
  if (!(path in FILES)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    return (await cache.match(path)) ?? fetch(event.request); // the browser may have cleared it
  };
  event.respondWith(answer());
});
