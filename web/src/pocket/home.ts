/** The house without a server: what the page asks goes to the worker; until that is awake, what was last seen is shown. */

import type { House, Line } from "../lib/house";
import { see, seen } from "./painted";
import type { FromWorker, ToWorker } from "./said";

const CLOSED = 3;
const SETTLED = 1500; // milliseconds after a change until what lists show is kept for the next start
/** What the first screens ask for. */
const PAINTED = /^(games|people|tables\/last|choices|matches\?|booklets\/|cards\/|days|health)/;

class PocketLine implements Line {
  readyState: WebSocket["readyState"] = WebSocket.OPEN; // what is said waits until the worker hears it
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  hello = "";
  told = false;
  looking = false; // the whole state is being asked for, to be kept
  stale = false; // and is not the last one any more

  constructor(
    readonly id: string,
    readonly match: string,
    private readonly put: (message: ToWorker) => void,
    private readonly left: (line: PocketLine) => void,
  ) {}

  send(raw: string): void {
    if (this.readyState !== WebSocket.OPEN) return;
    const message = JSON.parse(raw) as { do: string; id: string };
    // The worker is not lost when it takes its time: nothing between here and there can be.
    // The answer comes later, as any answer does: who asks begins to wait only after asking.
    if (message.do === "ping") setTimeout(() => this.hear(JSON.stringify({ is: "pong", version: 0, id: message.id })));
    else this.put({ is: "say", id: this.id, raw });
  }

  hear(raw: string): void {
    const hear = this.onmessage as ((event: MessageEvent) => unknown) | null;
    if (this.readyState === WebSocket.OPEN) hear?.(new MessageEvent("message", { data: raw }));
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.left(this);
    this.put({ is: "leave", id: this.id });
  }

  closed(code: number): void {
    this.readyState = CLOSED;
    const hear = this.onclose as ((event: CloseEvent) => unknown) | null;
    hear?.(new CloseEvent("close", { code }));
  }
}

interface Look {
  line: PocketLine;
  hello: string;
}

type Answer = Extract<FromWorker, { is: "answer" }>;
type News = Extract<FromWorker, { is: "stage" | "ready" | "failed" }>;

export class PocketHouse implements House {
  /** Hears how the worker gets on. */
  onstage: (message: News) => void = () => {};
  /** What was shown from the last time is not how it is. */
  onstale: () => void = () => {};

  #worker: Worker | null = null;
  #waiting: ToWorker[] = [];
  #awake = false;
  #asked = new Map<number, (answer: Answer) => void>();
  #lines = new Map<string, PocketLine>();
  #looks = new Map<string, Look>();
  #count = 0;
  #shown = new Map<string, string>(); // answers of the last time that were given in this one
  #paths = new Set<string>(); // what was asked for that is painted the next time
  #settling: ReturnType<typeof setTimeout> | null = null;

  /** Wake the worker. */
  begin(pause: number | null): void {
    if (this.#worker) return;
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "knobel" });
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
    this.#worker.onerror = (event) => this.onstage({ is: "failed", why: "python", error: event.message });
    this.#put({ is: "begin", pause });
    for (const message of this.#waiting.splice(0)) this.#put(message);
  }

  async ask(path: string, init: RequestInit): Promise<Response> {
    const method = init.method ?? "GET";
    const lang = new Headers(init.headers).get("Accept-Language") ?? "";
    const painted = method === "GET" && PAINTED.test(path);
    if (painted) {
      this.#paths.add(path);
      const kept = this.#awake ? null : await seen(path);
      if (kept !== null && !this.#awake) {
        this.#shown.set(path, kept);
        return new Response(kept, { headers: { "Content-Type": "application/json" } });
      }
    }
    const body = init.body == null ? null : new Uint8Array(await new Response(init.body).arrayBuffer());
    const answer = await this.#ask(method, path, lang, body);
    if (painted && answer.status === 200) void see(path, answer.body);
    if (method !== "GET") this.#settle();
    const kind = { "Content-Type": answer.kind, "X-Name": encodeURIComponent(answer.name ?? "") };
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: kind });
  }

  #ask(method: string, path: string, lang: string, body: Uint8Array | null): Promise<Answer> {
    const n = ++this.#count;
    return new Promise((done) => {
      this.#asked.set(n, done);
      this.#put({ is: "ask", n, method, path: `/${path}`, lang, body });
    });
  }

  open(match: string, asked: URLSearchParams): Line {
    const id = `${++this.#count}`;
    const line = new PocketLine(
      id,
      match,
      (message) => this.#put(message),
      (gone) => this.#lines.delete(gone.id),
    );
    this.#lines.set(id, line);
    this.#put({ is: "join", id, match, since: Number(asked.get("since") ?? 0), lang: asked.get("lang") ?? "" });
    if (!this.#awake) void this.#showLast(line);
    return line;
  }

  async #showLast(line: PocketLine): Promise<void> {
    const kept = await seen(`table/${line.match}`);
    if (kept === null || line.told) return;
    for (const raw of JSON.parse(kept) as string[]) line.hear(raw);
  }

  #put(message: ToWorker): void {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#waiting.push(message);
  }

  #hear(message: FromWorker): void {
    switch (message.is) {
      case "answer":
        this.#asked.get(message.n)?.(message);
        this.#asked.delete(message.n);
        break;
      case "told": {
        const look = this.#looks.get(message.id);
        if (look) this.#looked(message.id, look, message.raw);
        else this.#told(this.#lines.get(message.id), message.raw);
        break;
      }
      case "closed":
        this.#looks.delete(message.id);
        this.#lines.get(message.id)?.closed(message.code);
        this.#lines.delete(message.id);
        break;
      case "ready":
        this.#awake = true;
        void this.#compare();
        this.onstage(message);
        break;
      default:
        this.onstage(message);
    }
  }

  #told(line: PocketLine | undefined, raw: string): void {
    if (!line) return;
    line.told = true;
    line.hear(raw);
    if (raw.startsWith('{"is":"hello"')) line.hello = raw;
    else if (raw.startsWith('{"is":"state"')) {
      void see(`table/${line.match}`, JSON.stringify([line.hello, raw]));
      this.#settle();
    } else if (/^\{"is":"(step|held)"/.test(raw)) {
      this.#look(line);
      this.#settle();
    }
  }

  /**
   * A step only says what is different, so for the next start the whole state is asked for beside it, on a line of its
   * own that the page does not hear. While one look is under way, any number of steps is followed by one more.
   */
  #look(line: PocketLine): void {
    line.stale = true;
    if (line.looking) return;
    line.stale = false;
    line.looking = true;
    const id = `${++this.#count}`;
    this.#looks.set(id, { line, hello: "" });
    this.#put({ is: "join", id, match: line.match, since: 0, lang: document.documentElement.lang });
  }

  #looked(id: string, look: Look, raw: string): void {
    if (raw.startsWith('{"is":"hello"')) look.hello = raw;
    if (!raw.startsWith('{"is":"state"')) return;
    void see(`table/${look.line.match}`, JSON.stringify([look.hello, raw]));
    this.#put({ is: "leave", id });
    this.#endLook(id, look);
  }

  #endLook(id: string, look: Look): void {
    this.#looks.delete(id);
    look.line.looking = false;
    if (look.line.stale) this.#look(look.line);
  }

  /** Keep what the first screens will ask for, once nothing has changed for a moment. */
  #settle(): void {
    if (this.#settling !== null) clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = null;
      for (const path of this.#paths) void this.#refresh(path);
    }, SETTLED);
  }

  async #refresh(path: string): Promise<string | null> {
    const answer = await this.#ask("GET", path, document.documentElement.lang, null);
    if (answer.status !== 200) return null;
    void see(path, answer.body);
    return answer.body;
  }

  async #compare(): Promise<void> {
    const shown = [...this.#shown];
    this.#shown.clear();
    const now = await Promise.all(shown.map(([path]) => this.#refresh(path)));
    if (shown.some(([, before], i) => now[i] !== before)) this.onstale();
  }
}
