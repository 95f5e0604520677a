/**
 * What the pocket keeps: a log of all that was written, and the database that took the place of its beginning.
 *
 * An entry is there when its transaction is complete and, if it is to be strict, on the disk. A number is given once, in
 * whatever tab: who comes second is told so and reads first what the other has written.
 */

const NAME = "knobel";
const ENTRIES = "entries";
const WHOLE = "whole";
const NEWEST = "newest";

export type Added = "added" | "taken" | "full" | string;

interface Whole {
  at: number;
  content: Uint8Array | undefined; // Python takes undefined for None, and null for something of its own
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error ?? new Error("aborted"));
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("refused"));
  });
}

export class KeptLog {
  /** Somebody has to be told that there is something new: other tabs. */
  onadded: () => void = () => {};

  #gone = false;

  #close(): void {
    this.#gone = true;
    this.database.close();
  }

  private constructor(private readonly database: IDBDatabase) {}

  /** Opens it anew or for the first time; fails where the browser keeps nothing. */
  static async open(): Promise<KeptLog> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES);
      request.result.createObjectStore(WHOLE);
    };
    const database = await answered(request);
    const log = new KeptLog(database);
    database.onversionchange = database.onclose = () => log.#close(); // somebody empties it: what comes next is refused
    return log;
  }

  async whole(): Promise<Whole> {
    const store = this.database.transaction(WHOLE).objectStore(WHOLE);
    return ((await answered(store.get(NEWEST))) as Whole | undefined) ?? { at: 0, content: undefined };
  }

  async after(at: number): Promise<string[] | undefined> {
    if (this.#gone) return []; // emptied while this page was open: there is nothing more to hear of
    const transaction = this.database.transaction([ENTRIES, WHOLE]);
    const whole = answered(transaction.objectStore(WHOLE).get(NEWEST)) as Promise<Whole | undefined>;
    const entries = answered(transaction.objectStore(ENTRIES).getAll(IDBKeyRange.lowerBound(at, true)));
    return ((await whole)?.at ?? 0) > at ? undefined : ((await entries) as string[]);
  }

  async add(at: number, entry: string, strict: boolean): Promise<Added> {
    try {
      const transaction = this.database.transaction(ENTRIES, "readwrite", {
        durability: strict ? "strict" : "relaxed",
      });
      const done = finished(transaction);
      transaction.objectStore(ENTRIES).add(entry, at);
      await done;
    } catch (error) {
      const name = error instanceof Error ? error.name : String(error);
      return name === "ConstraintError" ? "taken" : name === "QuotaExceededError" ? "full" : name;
    }
    this.onadded();
    return "added";
  }

  /** If there is no room for it the log stays as long as it is, and nothing is lost. */
  async replace(at: number, content: Uint8Array): Promise<void> {
    try {
      const transaction = this.database.transaction([ENTRIES, WHOLE], "readwrite", { durability: "strict" });
      const done = finished(transaction);
      transaction.objectStore(WHOLE).put({ at, content } satisfies Whole, NEWEST);
      transaction.objectStore(ENTRIES).delete(IDBKeyRange.upperBound(at));
      await done;
    } catch (error) {
      console.info("Knobel: the log could not be shortened", error);
    }
  }
}
