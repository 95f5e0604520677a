import { vi } from "vitest";
import type { FromServer } from "../../src/lib/messages";

/** The server's end of a socket, in the test's hand: what was sent, and what to tell. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  sent: { do: string; id: string; [more: string]: unknown }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }

  static install(): void {
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
  }

  static get newest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error("nobody has connected");
    return socket;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FakeSocket["sent"][number]);
  }

  close(code = 1000): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  tell(message: FromServer): void {
    this.readyState = FakeSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** What was sent of that kind. */
  of(kind: string): FakeSocket["sent"] {
    return this.sent.filter((one) => one.do === kind);
  }

  last(kind: string): FakeSocket["sent"][number] {
    const found = this.of(kind).at(-1);
    if (!found) throw new Error(`no ${kind} was sent`);
    return found;
  }
}
