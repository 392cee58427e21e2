// The socket to the server, and the interface to replace it.
import { io } from "socket.io-client";
import { ParlourError } from "./errors.js";
import type { GameName } from "./types.js";

/** The part of a socket that the client uses; a `Socket` of `socket.io-client` implements it. */
export interface WireSocket {
  readonly connected: boolean;
  /** False if the socket will not reconnect by itself. */
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (...args: never[]) => void): unknown;
  once(event: string, listener: (...args: never[]) => void): unknown;
  off(event: string, listener: (...args: never[]) => void): unknown;
  onAny(listener: (event: string, ...args: unknown[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
}

/** Returns the credentials of the handshake; called for each connection. */
export type Credentials = () => Promise<Record<string, unknown>>;

/** Access to a server; `fakeServer()` of `@parlour/sdk/testing` is one without network. */
export interface ServerAccess {
  readonly url: string;
  socket(game: GameName, credentials: Credentials): WireSocket;
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** The address of a server, or custom access to one. */
export type Server = string | ServerAccess;

/** Access to `server`; the default in a browser is the page's origin. */
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
        // A player whose token cannot be fetched must not join as a guest: the server refuses an empty token, and the client retries.
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
