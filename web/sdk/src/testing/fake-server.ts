// A server without network: in-memory sockets and one scripted room.
import type { Credentials, ServerAccess, WireSocket } from "../socket.js";
import type { GameName, HandshakeOptions } from "../types.js";
import { FakeRoom } from "./fake-room.js";
import { fakeOf } from "./game-fake.js";
import type { Script } from "./script.js";

type Listener = (...args: never[]) => void;

/** A scripted opponent; pass it as `server` to `connect`. */
export interface FakeServer<G extends GameName> extends ServerAccess {
  /** The scripted room. */
  readonly room: FakeRoom<G>;
  /** Cuts the connection; clients cannot reconnect before `restore`. */
  drop(): void;
  /** Lets clients reconnect. */
  restore(): void;
}

/** Creates a server that plays by a script, without network and without rules. */
export function fakeServer<G extends GameName>(script: Script<G>): FakeServer<G> {
  const room = new FakeRoom(script);
  let up = true;
  const sockets = new Set<FakeSocket>();
  return {
    room,
    url: "fake://server",
    fetch: async (input) => Response.json(input.includes("/v1/variants") ? variantsOf(script) : { rooms: [room.summary()] }),
    socket: (_game, credentials) => {
      const socket = new FakeSocket(room, credentials, () => up);
      sockets.add(socket);
      return socket;
    },
    drop() {
      up = false;
      for (const socket of sockets) socket.cut();
    },
    restore() {
      up = true;
      for (const socket of sockets) socket.retry();
    },
  };
}

/** An in-memory socket. */
class FakeSocket implements WireSocket {
  connected = false;
  active = false;
  #asked: HandshakeOptions = {};
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #anyListeners: ((event: string, ...args: unknown[]) => void)[] = [];

  constructor(
    readonly room: Pick<FakeRoom<GameName>, "attach" | "receive">,
    readonly credentials: Credentials,
    readonly isUp: () => boolean,
  ) {}

  connect(): this {
    this.active = true;
    void this.credentials()
      .then(
        (auth: HandshakeOptions) => {
          this.#asked = auth;
        },
        () => {},
      )
      .then(() => this.retry());
    return this;
  }

  disconnect(): this {
    this.active = false;
    this.#close("io client disconnect");
    return this;
  }

  /** Breaks the connection. */
  cut(): void {
    this.#close("transport close");
  }

  /** Connects if the server is up. */
  retry(): void {
    if (this.connected || !this.active || !this.isUp()) return;
    this.connected = true;
    this.room.attach((event, payload) => queueMicrotask(() => this.#deliver(event, payload)), this.#asked);
    this.#emitHere("connect");
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const once: Listener = (...args) => {
      this.off(event, once);
      listener(...args);
    };
    return this.on(event, once);
  }

  off(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  onAny(listener: (event: string, ...args: unknown[]) => void): this {
    this.#anyListeners.push(listener);
    return this;
  }

  emit(event: string, ...args: unknown[]): this {
    const [payload, reply] = args as [Record<string, unknown>, ((answer: unknown) => void)?];
    queueMicrotask(() => {
      if (!this.connected) return;
      this.room.receive(event, structuredClone(payload), (answer) => {
        queueMicrotask(() => this.connected && reply?.(answer));
      });
    });
    return this;
  }

  #deliver(event: string, payload: unknown): void {
    if (!this.connected) return;
    const copy = structuredClone(payload);
    for (const listener of this.#anyListeners) listener(event, copy);
    this.#emitHere(event, copy);
  }

  #close(reason: string): void {
    if (!this.connected) return;
    this.connected = false;
    this.#emitHere("disconnect", reason);
  }

  #emitHere(event: string, ...args: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...(args as never[]));
  }
}

/** The answer of `/v1/variants`: the board of the script, its playable squares numbered from the top left. */
function variantsOf<G extends GameName>({ board, game, variant }: Script<G>): object {
  const fake = fakeOf(game);
  const start = board ?? fake.start();
  const columns = fake.columns(start);
  const isPlayable = (square: number) => fake.isPlayable(square, columns);
  const playable = start.flatMap((_, square) => (isPlayable(square) ? [square] : []));
  const info = {
    variant: variant ?? fake.variant,
    name: "Scripted game",
    columns,
    rows: start.length / columns,
    playable,
    labels: start.map((_, square) => (isPlayable(square) ? String(playable.indexOf(square) + 1) : null)),
    sides: fake.sides,
    start,
    default: true,
    removal: "after-move",
    drawsByAgreement: fake.drawsByAgreement,
    afkTimeoutSeconds: 90,
    afkWarnSeconds: 30,
    ruleCard: { title: "Scripted game", sections: [], rules: [] },
  };
  return { games: [{ game, name: game, variants: [info] }] };
}
