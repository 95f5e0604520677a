/** The house without a server: what the page asks goes to the worker. */

import type { House, Line } from "../lib/house";
import type { FromWorker, ToWorker } from "./said";

const CLOSED = 3;

class PocketLine implements Line {
  readyState: number = WebSocket.OPEN; // what is said is kept until the worker hears it
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;

  constructor(
    readonly id: string,
    private readonly put: (message: ToWorker) => void,
    private readonly left: (id: string) => void,
  ) {}

  send(raw: string): void {
    if (this.readyState === WebSocket.OPEN) this.put({ is: "say", id: this.id, raw });
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.left(this.id);
    this.put({ is: "leave", id: this.id });
  }

  closed(code: number): void {
    this.readyState = CLOSED;
    this.onclose?.({ code });
  }
}

type Answer = Extract<FromWorker, { is: "answer" }>;

export class PocketHouse implements House {
  /** Hears how the worker gets on. */
  onstage: (message: Extract<FromWorker, { is: "stage" | "ready" | "failed" }>) => void = () => {};

  #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "knobel" });
  #asked = new Map<number, (answer: Answer) => void>();
  #lines = new Map<string, PocketLine>();
  #count = 0;

  constructor(pause: number | null) {
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
    this.#worker.onerror = (event) => this.onstage({ is: "failed", why: "python", error: event.message });
    this.#put({ is: "begin", pause });
  }

  async ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const body = init.body == null ? null : new Uint8Array(await new Response(init.body).arrayBuffer());
    const n = ++this.#count;
    const answer = await new Promise<Answer>((done) => {
      this.#asked.set(n, done);
      const lang = headers.get("Accept-Language") ?? "";
      this.#put({ is: "ask", n, method: init.method ?? "GET", path: `/${path}`, lang, body });
    });
    const kind = { "Content-Type": answer.kind, "X-Name": encodeURIComponent(answer.name ?? "") };
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: kind });
  }

  open(match: string, asked: URLSearchParams): Line {
    const id = `${++this.#count}`;
    const line = new PocketLine(
      id,
      (message) => this.#put(message),
      (gone) => this.#lines.delete(gone),
    );
    this.#lines.set(id, line);
    this.#put({ is: "join", id, match, since: Number(asked.get("since") ?? 0), lang: asked.get("lang") ?? "" });
    return line;
  }

  #put(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    switch (message.is) {
      case "answer":
        this.#asked.get(message.n)?.(message);
        this.#asked.delete(message.n);
        break;
      case "told":
        this.#lines.get(message.id)?.onmessage?.({ data: message.raw });
        break;
      case "closed":
        this.#lines.get(message.id)?.closed(message.code);
        this.#lines.delete(message.id);
        break;
      default:
        this.onstage(message);
    }
  }
}
