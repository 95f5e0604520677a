/** What was last seen, kept to be painted at once the next time, before Python is awake. Losing it costs a moment. */

const NAME = "knobel-painted";
const STORE = "seen";

let opened: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((done) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    } catch {
      done(null);
    }
  });
  return opened;
}

export async function seen(key: string): Promise<string | null> {
  const store = (await database())?.transaction(STORE).objectStore(STORE);
  if (!store) return null;
  return new Promise((done) => {
    const request = store.get(key);
    request.onsuccess = () => done((request.result as string | undefined) ?? null);
    request.onerror = () => done(null);
  });
}

export async function see(key: string, text: string): Promise<void> {
  try {
    (await database())?.transaction(STORE, "readwrite").objectStore(STORE).put(text, key);
  } catch {
    // no room for it
  }
}
