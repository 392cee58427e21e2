// The socket to the server, and the door to put another one in its place.
import { io } from "socket.io-client";
import { ParlourError } from "./errors.js";
import type { GameName } from "./types.js";

/** What the client needs of a socket; a `Socket` of `socket.io-client` is one. */
export interface WireSocket {
  readonly connected: boolean;
  /** False when the socket will not try to connect again by itself. */
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...args: never[]) => void): unknown;
  once(event: string, listener: (...args: never[]) => void): unknown;
  off(event: string, listener: (...args: never[]) => void): unknown;
  onAny(listener: (event: string, ...args: unknown[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
}

/** Gives the credentials of the handshake, at each connection anew. */
export type Credentials = () => Promise<Record<string, unknown>>;

/** A way to a server; `fakeServer()` of `@parlour/sdk/testing` is one without network. */
export interface ServerAccess {
  readonly url: string;
  socket(game: GameName, credentials: Credentials): WireSocket;
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** The address of a server, or a way of its own to one. */
export type Server = string | ServerAccess;

/** Finds the way to `server`; in a browser, the page's own server if none is named. */
export function serverAccess(server: Server | undefined, socketPath?: string): ServerAccess {
  if (typeof server === "object") return server;
  const url = parseUrl(server ?? (globalThis as { location?: { origin?: string } }).location?.origin);
  const base = url.pathname.replace(/\/+$/, "");
  return {
    url: url.origin + base,
    fetch: (input, init) => globalThis.fetch(input, init),
    socket: (game, credentials) =>
      io(`${url.origin}/${game}`, {
        path: socketPath ?? `${base}/socket.io`,
        // Without its token a player must not slip in as a guest: an empty one is refused, and asked for again.
        auth: (give) => void credentials().then(give, () => give({ token: "" })),
        autoConnect: false,
        forceNew: true,
        transports: ["websocket", "polling"],
        tryAllTransports: true,
        reconnectionDelay: 500,
        reconnectionDelayMax: 5000,
      }) as unknown as WireSocket,
  };
}

function parseUrl(server: string | undefined): URL {
  try {
    return new URL(server ?? "");
  } catch {
    throw new ParlourError("bad_server", `"${server ?? ""}" is not the address of a server`, {
      param: "server",
      hint: 'Give the whole address, such as "https://games.example".',
    });
  }
}
