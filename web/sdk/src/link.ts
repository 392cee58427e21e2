// Keeps one client attached to one room: connects, joins, reconnects, and resynchronizes after a missed event.
import { ConnectionError, ParlourError } from "./errors.js";
import type { DebugLine, Intent } from "./options.js";
import { reduce } from "./reduce.js";
import { refused, request } from "./request.js";
import { advance, classify, isSnapshot } from "./sequence.js";
import type { WireSocket } from "./socket.js";
import type { Connection } from "./state.js";
import type { Seat, SeatStore } from "./storage.js";
import type { Store } from "./store.js";
import type { AfkWarning, GameName, PlayerClocks } from "./types.js";
import type { Answer, Refused, Request, RequestName } from "./wire.js";

/** The dependencies of a link. */
export interface LinkParts<G extends GameName> {
  readonly store: Store<G>;
  readonly socket: WireSocket;
  readonly intent: Intent<G>;
  readonly seats: SeatStore;
  readonly autoJoin: boolean;
  readonly debug: (line: DebugLine) => void;
  /** Called when the state is in sync with the server: at the start, after a reconnect, a gap or a move. */
  readonly onPosition: (event: string, payload: unknown) => void;
}

/** Refusals that mean that the seat no longer exists; the client joins anew. */
const SEAT_GONE = new Set<string>(["nothing_to_reconnect", "reconnect_expired", "unknown_room", "not_your_seat"]);
/** Refusals after which a retry may succeed. */
const RETRYABLE = new Set<string>(["timeout", "rate_limited", "unavailable", "internal"]);
/** Refusals of the handshake after which a retry cannot succeed. */
const FATAL = new Set<string>(["token_invalid", "token_expired", "guests_not_allowed", "origin_not_allowed", "unknown_game"]);
/** How many events are buffered at most until the snapshot arrives. */
const MAX_BUFFERED = 256;
/** How often a token function is called again at most. */
const TOKEN_TRIES = 3;
/** The shortest time between two resyncs, in case the server numbers its events wrongly. */
const RESYNC_INTERVAL = 1000;

/** What messages say about the server's time. */
type Timed = Partial<AfkWarning> & { clock?: PlayerClocks; moveHistory?: { timestamp: number }[]; timestamp?: number };

/** A request of a seated player without further data. */
type SeatCommand = "game:resign" | "game:rematch" | "game:draw:offer" | "game:draw:accept" | "game:draw:decline";

/** The link of one client to one room. */
export class Link<G extends GameName> {
  readonly #parts: LinkParts<G>;
  #seat: Seat | null = null;
  #buffered: [event: string, payload: unknown][] | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;
  #lastResync = 0;
  #open = false;

  constructor(parts: LinkParts<G>) {
    this.#parts = parts;
    const { socket } = parts;
    socket.on("connect", () => this.#onConnect());
    socket.on("disconnect", (reason: string) => this.#onDisconnect(reason));
    socket.on("connect_error", (error: Error & { data?: { code?: string; hint?: string } }) => this.#onRefused(error));
    socket.onAny((event, payload) => this.#onEvent(event, payload));
  }

  /** Starts to connect, unless closed again within the same task. */
  open(): void {
    this.#open = true;
    this.#setConnection("connecting");
    queueMicrotask(() => this.#open && this.#parts.socket.connect());
  }

  /** Disconnects without leaving; the server keeps the seat for a while. */
  close(): void {
    this.#open = false;
    clearTimeout(this.#retry);
    this.#buffered = null;
    this.#parts.socket.disconnect();
  }

  /** Whether requests reach the room; a server that is about to restart still answers. */
  get ready(): boolean {
    const { connection } = this.#parts.store.state;
    return this.#parts.socket.connected && (connection === "online" || connection === "restarting");
  }

  /** Sends a request at once and returns the answer. */
  ask<E extends RequestName>(event: E, payload: Request<E>): Promise<Answer<E>> {
    this.#parts.debug({ direction: "out", event, payload });
    return request(this.#parts.socket, event, payload);
  }

  /** Sends a request when the room is in sync, and again if the connection breaks before the answer. */
  async command(event: SeatCommand): Promise<void> {
    for (;;) {
      const { roomId, playerId } = await this.#parts.store.until((state) => this.ready && state.roomId !== null);
      try {
        const answer = await this.ask(event, { roomId: roomId ?? "", playerId: playerId ?? "" });
        if (answer.ok) return;
        throw refused(answer);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        if (event === "game:resign" && this.#parts.store.state.result) return;
      }
    }
  }

  /** Requests a snapshot; events that arrive before it are buffered. */
  resync(): void {
    if (this.#buffered || this.#parts.store.state.connection === "taken-over") return;
    this.#buffered = [];
    const wait = Math.max(0, this.#lastResync + RESYNC_INTERVAL - Date.now());
    this.#lastResync = Date.now() + wait;
    if (wait === 0) void this.#attach();
    else this.#retry = setTimeout(() => this.#open && this.#attach(), wait);
  }

  /** Takes the seat back from another window. */
  reclaim(): void {
    this.#setConnection("reconnecting");
    if (this.#parts.socket.connected) void this.#attach();
    else this.#parts.socket.connect();
  }

  #onConnect(): void {
    if (this.#parts.store.state.connection === "restarting") this.#setConnection("reconnecting");
    void this.#attach();
  }

  async #attach(): Promise<void> {
    try {
      await this.#joinOrReconnect();
      this.#retries = 0;
    } catch (error) {
      if (!(error instanceof ParlourError)) throw error;
      if (error.code === "disconnected") return;
      if (RETRYABLE.has(error.code)) this.#retryLater(() => this.#attach());
      else this.#fail(error);
    }
  }

  async #joinOrReconnect(): Promise<void> {
    const { intent, seats, store, autoJoin } = this.#parts;
    if (intent.watched) {
      const { roomId, username = "Spectator" } = intent.watched;
      return requireOk(await this.ask("game:spectate", { roomId, username }));
    }
    const seat = this.#seat ?? seats.load() ?? this.#queuedSeat();
    if (seat) {
      const answer = await this.ask("game:reconnect", seat);
      if (answer.ok) return;
      if (store.state.phase === "over") return this.#setConnection("online");
      if (!SEAT_GONE.has(answer.code) || store.state.roomId) throw refused(answer);
      this.#forgetSeat();
    }
    if (!autoJoin) return this.#setConnection("online");
    const answer = await this.ask("matchmaking:join", intent.join());
    if (answer.ok || answer.code === "already_waiting") return this.#setConnection("online");
    const playerId = intent.claims()?.players[0]?.id;
    const played = answer.code === "token_expired" && playerId !== undefined;
    if (!played || !(await this.ask("game:reconnect", { playerId })).ok) throw refused(answer);
  }

  /** The seat of a queued player: an opponent may have been found while the client was disconnected. */
  #queuedSeat(): Seat | null {
    const { phase, playerId } = this.#parts.store.state;
    return phase === "waiting" && playerId !== null ? { playerId } : null;
  }

  #onEvent(event: string, payload: unknown): void {
    this.#parts.debug({ direction: "in", event, payload });
    this.#learnTime(event, payload);
    if (event === "matchmaking:already_started") void this.#reconnectToSeat();
    else if (event === "server:restarting") this.#setConnection("restarting");
    else if (event === "game:error" && (payload as { code?: string }).code === "taken_over") this.#setConnection("taken-over");
    else this.#apply(event, payload);
    this.#parts.store.emit(event, payload);
  }

  /** Applies `event` if it is the next one; ignores repeats, resyncs after a gap. */
  #apply(event: string, payload: unknown): void {
    const { store } = this.#parts;
    const { roomId, seq } = (payload ?? {}) as { roomId?: string; seq?: number };
    const snapshot = isSnapshot(event);
    if (!snapshot && roomId !== undefined && roomId !== store.state.roomId) return;
    if (!snapshot && seq !== undefined && this.#buffered) {
      if (this.#buffered.length < MAX_BUFFERED) this.#buffered.push([event, payload]);
      return;
    }
    const watching = store.state.connection === "taken-over";
    const verdict = watching ? "apply" : classify(store.state.seq, event, seq);
    if (verdict === "repeat") return;
    if (verdict === "gap") {
      this.resync();
      this.#buffered?.push([event, payload]);
      return;
    }
    store.set({ ...reduce(store.state, event, payload), seq: advance(store.state.seq, event, seq) });
    this.#afterEvent(event, payload);
  }

  #afterEvent(event: string, payload: unknown): void {
    const { seats, onPosition, store } = this.#parts;
    if (isSnapshot(event)) {
      this.#saveSeat(payload as { reconnectToken?: string });
      this.#setConnection("online");
      const buffered = this.#buffered ?? [];
      this.#buffered = null;
      for (const [later, its] of buffered) this.#apply(later, its);
    }
    if (event === "game:over") seats.clear();
    if (event === "matchmaking:waiting" && store.state.phase === "waiting") this.#setConnection("online");
    if (isSnapshot(event) || event === "game:move:made") onPosition(event, payload);
  }

  #saveSeat({ reconnectToken }: { reconnectToken?: string }): void {
    const { playerId, seat } = this.#parts.store.state;
    if (playerId === null || seat === null) return;
    const token = reconnectToken ?? (this.#seat?.playerId === playerId ? this.#seat.reconnectToken : undefined);
    this.#seat = { playerId, ...(token !== undefined && { reconnectToken: token }) };
    this.#parts.seats.save(this.#seat);
  }

  #forgetSeat(): void {
    this.#seat = null;
    this.#parts.seats.clear();
  }

  /** Reconnects if the server already has the player in a game: after a reload, or if an opponent joined before the leave. */
  async #reconnectToSeat(): Promise<void> {
    const { intent, store } = this.#parts;
    const playerId = store.state.playerId ?? intent.claims()?.players[0]?.id;
    if (store.state.phase === "playing" || playerId === undefined) return;
    this.#seat ??= { playerId };
    await this.#attach();
  }

  #onDisconnect(reason: string): void {
    if (!this.#open) return;
    this.#buffered = null;
    if (this.#parts.store.state.connection === "taken-over") return void this.#parts.socket.disconnect();
    if (this.#parts.store.state.connection !== "restarting") this.#setConnection("reconnecting");
    // The socket does not reconnect by itself after a disconnect by the server.
    if (reason === "io server disconnect") this.#retryLater(() => this.#parts.socket.connect());
  }

  #onRefused(error: Error & { data?: { code?: string; hint?: string } }): void {
    if (!this.#open) return;
    if (this.#parts.socket.active) return this.#parts.store.set({ error: unreachable(error) });
    const code = error.data?.code ?? (error.message === "Invalid namespace" ? "unknown_game" : error.message);
    const renew = code.startsWith("token_") && this.#parts.intent.renewable && this.#retries < TOKEN_TRIES;
    const message = code === "unknown_game" ? `this server has no game "${this.#parts.intent.game}"` : error.message;
    if (FATAL.has(code) && !renew) this.#fail(new ConnectionError(code, message, { hint: error.data?.hint }));
    else this.#retryLater(() => this.#parts.socket.connect());
  }

  #retryLater(action: () => unknown): void {
    clearTimeout(this.#retry);
    const delay = Math.min(5000, 500 * 2 ** this.#retries++) * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#open && action(), delay);
  }

  #fail(error: ParlourError): void {
    this.close();
    this.#parts.store.set({ connection: "failed", error });
  }

  #setConnection(connection: Connection): void {
    this.#parts.store.set(connection === "online" ? { connection, error: null } : { connection });
  }

  /** Updates the clock from the players' clocks, a warning's countdown or a move's timestamp. */
  #learnTime(event: string, payload: unknown): void {
    const { clock, expiresAt = 0, moveHistory, secondsRemaining, timestamp } = (payload ?? {}) as Timed;
    const moved = event === "game:move:made" && (timestamp ?? moveHistory?.at(-1)?.timestamp);
    const time = clock?.serverTime ?? (secondsRemaining ? expiresAt - secondsRemaining * 1000 : moved);
    if (time) this.#parts.store.clock.learn(time);
  }
}

/** The error that is shown while the client retries. */
function unreachable({ message }: Error): ConnectionError {
  return new ConnectionError("unreachable", "the server cannot be reached", { hint: message });
}

function requireOk(answer: { ok: true } | Refused): void {
  if (!answer.ok) throw refused(answer);
}
