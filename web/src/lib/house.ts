/** Where the games are: behind REST and a socket, on a server unless somebody says otherwise (`pocket/main.ts`). */

/** The part of a WebSocket that a table uses. */
export type Line = Pick<WebSocket, "readyState" | "onmessage" | "onclose" | "send" | "close">;

export interface House {
  /** Like `fetch`, of what stands behind ./api/. */
  ask(path: string, init: RequestInit): Promise<Response>;
  /** The socket of a match. */
  open(match: string, asked: URLSearchParams): Line;
}

const server: House = {
  ask: (path, init) => fetch(`./api/${path}`, init),
  open(match, asked) {
    const address = new URL(`./ws/${match}`, document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = asked.toString();
    address.hash = "";
    return new WebSocket(address);
  },
};

export let house: House = server;

export function moveTo(other: House): void {
  house = other;
}
