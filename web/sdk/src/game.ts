// One game: its state, its events, and the actions of a player.
import { ConnectionError, MoveError } from "./errors.js";
import { type GameWire, wireOf } from "./game-wire.js";
import { Link } from "./link.js";
import { variants } from "./lobby.js";
import { type ConnectOptions, type DebugLine, readOptions } from "./options.js";
import { type MoveAck, MoveSender } from "./pending.js";
import { type ServerAccess, serverAccess, type WireSocket } from "./socket.js";
import type { RoomState } from "./state.js";
import { SeatStore } from "./storage.js";
import { type GameListeners, Store } from "./store.js";
import type { GameName, HandshakeOptions, SessionClaims } from "./types.js";
import type { Legal, Play } from "./wire.js";

/** How often the legal moves are requested at most. */
const LEGAL_TRIES = 5;

/** Requests legal moves with each position, no history with each move, and the number of spectators; older servers ignore this. */
const HANDSHAKE_OPTIONS: Required<HandshakeOptions> = { legalMoves: true, moveHistory: false, spectators: true };

/** A game that is played or watched; `open` connects it. */
export class Game<G extends GameName> {
  readonly game: G;
  /** The raw socket, for events of your own. */
  readonly socket: WireSocket;
  readonly #access: ServerAccess;
  readonly #wire: GameWire<G>;
  readonly #store: Store<G>;
  readonly #link: Link<G>;
  readonly #moves: MoveSender<G>;
  readonly #claims: () => SessionClaims | null;
  #legal: Promise<void> = Promise.resolve();
  #layout: Promise<void> = Promise.resolve();

  constructor(options: ConnectOptions<G>) {
    const intent = readOptions(options);
    this.game = intent.game;
    this.#wire = wireOf(intent.game);
    this.#claims = intent.claims;
    this.#access = serverAccess(options.server, options.socketPath);
    this.#store = new Store(intent.game);
    this.socket = this.#access.socket(intent.game, async () => ({ ...(await intent.credentials()), ...HANDSHAKE_OPTIONS }));
    this.#link = new Link({
      store: this.#store,
      socket: this.socket,
      intent,
      seats: new SeatStore("guest" in options ? options.storage : null, `${this.#access.url}/${intent.game}`),
      autoJoin: options.autoJoin ?? true,
      debug: debugLog(options.debug),
      onPosition: (event, payload) => this.#onPosition(event, payload as { legalMoves?: unknown }),
    });
    this.#moves = new MoveSender(this.#store, this.#link);
  }

  /** The current state; each change creates a new object. */
  get state(): RoomState<G> {
    return this.#store.state;
  }

  /** The milliseconds that a player has left, by the index in `players`; `null` in a game without clocks. */
  timeLeft(index: number): number | null {
    const { clock } = this.state;
    const told = clock?.remainingMs[index] ?? null;
    return told && clock?.running === index ? this.#store.clock.until(clock.serverTime + told) : told;
  }

  /** The claims of the session token; `null` for guests and spectators. */
  get session(): SessionClaims | null {
    return this.#claims();
  }

  /** Listens to `change`, `failed` or any event of the server; the returned function removes the listener. */
  on<E extends keyof GameListeners<G> & string>(event: E, listener: GameListeners<G>[E]): () => void {
    return this.#store.on(event, listener);
  }

  /** Calls `listener` at each change; fits `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => this.#store.on("change", listener as GameListeners<G>["change"]);

  /** Removes a listener. */
  off<E extends keyof GameListeners<G> & string>(event: E, listener: GameListeners<G>[E]): void {
    this.#store.off(event, listener);
  }

  /** Connects, and joins or reconnects. */
  open(): void {
    this.#link.open();
  }

  /** Waits for the first position. */
  async started(): Promise<void> {
    await this.#store.until(({ phase }) => phase === "playing" || phase === "over");
  }

  /**
   * Plays a move; resolves when the server has accepted it, rejects with a `MoveError` if it refuses.
   *
   * As text in the notation of the game, such as `"32-28"`, `"32x21x12"` or `"4"`, or as the play itself: squares or a cell.
   * After a lost connection the move is sent again, and never played twice.
   */
  async move(play: Play<G> | string): Promise<MoveAck> {
    this.#assertCanMove();
    const read = typeof play === "string" ? await this.#read(play) : play;
    return this.#moves.send(read);
  }

  /** Resigns the game. */
  resign(): Promise<void> {
    return this.#link.command("game:resign");
  }

  /** Offers a draw; only in games where the players may agree on one. */
  offerDraw(): Promise<void> {
    return this.#link.command("game:draw:offer");
  }

  /** Accepts the opponent's offer of a draw. */
  acceptDraw(): Promise<void> {
    return this.#link.command("game:draw:accept");
  }

  /** Declines the opponent's offer of a draw. */
  declineDraw(): Promise<void> {
    return this.#link.command("game:draw:decline");
  }

  /** Offers another game with seats swapped, or accepts the opponent's offer; the new game replaces this state. */
  rematch(): Promise<void> {
    return this.#link.command("game:rematch");
  }

  /** After `taken-over`: continues the game in this window. */
  reclaim(): void {
    this.#link.reclaim();
  }

  /** Leaves the queue or stops watching, and closes; returns `false` if the game started before the request arrived. */
  async leave(): Promise<boolean> {
    const { phase, playerId, roomId, seat } = this.state;
    try {
      if (phase === "waiting" && playerId !== null) await this.#link.ask("matchmaking:leave", { playerId });
      else if (roomId !== null && seat === null) await this.#link.ask("game:spectate:leave", { roomId });
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
    if (phase === "waiting" && this.state.phase === "playing") return false;
    this.close();
    return true;
  }

  /** Closes the connection. The server keeps the seat for a minute: `open` returns to it. */
  close(): void {
    this.#link.close();
    this.#store.close();
    this.#moves.abandon(new ConnectionError("closed", "the game was closed before the move was confirmed"));
  }

  #assertCanMove(): void {
    const { connection, phase, seat } = this.state;
    if (phase === "over") throw new MoveError("game_over", "the game is over");
    if (phase !== "playing") throw new MoveError("not_started", "the game has not started");
    if (seat === null) throw new MoveError("spectators_cannot", "spectators cannot move");
    if (connection === "closed" || connection === "failed") throw new MoveError(connection, "there is no connection");
    if (connection === "taken-over") {
      throw new MoveError("taken_over", "you play on in another window", { hint: "Call reclaim() to play here." });
    }
  }

  async #read(text: string): Promise<Play<G>> {
    return this.#wire.read(text, async () => {
      await Promise.all([this.#legal, this.#layout]);
      return this.state;
    });
  }

  #onPosition(event: string, { legalMoves }: { legalMoves?: unknown }): void {
    if (event !== "game:move:made") this.#layout = this.#loadLayout();
    if (legalMoves === undefined) this.#legal = this.#loadLegal();
    if (event !== "game:move:made") this.#moves.resume();
    if (event === "game:reconnected") void this.#restoreWarning();
  }

  /** Requests the legal moves from servers that do not send them. */
  async #loadLegal(): Promise<void> {
    const { history, phase, playerId, roomId, yourTurn } = this.state;
    if (this.#wire.legalOn || !yourTurn || phase !== "playing") return;
    if (roomId === null || playerId === null) return;
    for (let attempt = 1; attempt <= LEGAL_TRIES; attempt++) {
      const answer = await this.#link.ask("game:get_moves", { roomId, playerId }).catch(() => null);
      const now = this.state;
      const same = now.roomId === roomId && now.history.length === history.length && now.yourTurn;
      if (!same || !this.socket.connected) return;
      if (answer?.ok) return this.#store.set({ legal: answer.moves as Legal<G>[] } as Partial<RoomState<G>>);
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    }
  }

  /** Loads the layout; ignores a failure, because the board works without it and the next position retries. */
  async #loadLayout(): Promise<void> {
    const { layout, variant } = this.state;
    if (layout && layout.variant === variant) return;
    const catalogue = await variants(this.#access).catch(() => null);
    const known = catalogue?.games.find(({ game }) => game === this.game)?.variants;
    const found = known?.find((candidate) => candidate.variant === this.state.variant);
    if (found) this.#store.set({ layout: found } as Partial<RoomState<G>>);
  }

  /** Shows a warning again that was sent before the reconnect. */
  async #restoreWarning(): Promise<void> {
    const { afkRule, playerId, roomId } = this.state;
    if (roomId === null) return;
    const answer = await this.#link.ask("afk:check", { roomId }).catch(() => null);
    const status = answer?.ok ? answer.status : null;
    if (!status || !afkRule || this.state.phase !== "playing" || this.state.roomId !== roomId) return;
    if (this.#store.clock.secondsUntil(status.expiresAt) > afkRule.warnSeconds) return;
    const { expiresAt, playerId: warned } = status;
    this.#store.set({ afk: { playerId: warned, you: warned === playerId, expiresAt, secondsLeft: null } });
  }
}

function debugLog(debug: ConnectOptions["debug"]): (line: DebugLine) => void {
  if (typeof debug === "function") return debug;
  if (!debug) return () => {};
  return ({ direction, event, payload }) => console.debug(direction === "in" ? "←" : "→", event, payload);
}
