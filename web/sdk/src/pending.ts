// Sends one move at a time: again after a lost connection, and settles it exactly once.
import { ConnectionError, MoveError } from "./errors.js";
import { wireOf } from "./game-wire.js";
import type { Link } from "./link.js";
import type { RoomState } from "./state.js";
import type { GameListeners, Store } from "./store.js";
import type { GameName, MoveAccepted } from "./types.js";
import type { Play, Request } from "./wire.js";

/** The server's confirmation of a move. */
export type MoveAck = { readonly ok: true } & Readonly<MoveAccepted>;

interface Pending<G extends GameName> {
  readonly play: Play<G>;
  readonly ply: number;
  readonly roomId: string | null;
  resolve(ack: MoveAck): void;
  reject(error: Error): void;
}

/** Sends moves, one at a time. */
export class MoveSender<G extends GameName> {
  readonly #store: Store<G>;
  readonly #link: Link<G>;
  #pending: Pending<G> | null = null;

  constructor(store: Store<G>, link: Link<G>) {
    this.#store = store;
    this.#link = link;
    store.on("change", (({ connection }: RoomState<G>) => {
      const code = connection === "taken-over" ? "taken_over" : connection;
      if (code === "taken_over" || code === "failed") this.abandon(new MoveError(code, "the move was not confirmed"));
    }) as GameListeners<G>["change"]);
  }

  /** Sends a move as soon as there is a connection. */
  send(play: Play<G>): Promise<MoveAck> {
    if (this.#pending) return Promise.reject(new MoveError("move_pending", "the last move is still on its way"));
    return new Promise((resolve, reject) => {
      const { history, roomId } = this.#store.state;
      this.#pending = { play, ply: history.length, roomId, resolve, reject };
      this.#store.set({ pending: play } as Partial<RoomState<G>>);
      void this.#transmit();
    });
  }

  /** Called when the state is in sync: settles the move if it was made in the meantime, else sends it again. */
  resume(): void {
    const pending = this.#pending;
    if (!pending) return;
    const { game, history, playerId, roomId } = this.#store.state;
    const made = history[pending.ply];
    if (roomId === pending.roomId && !made) void this.#transmit();
    else if (made?.playerId === playerId && roomId === pending.roomId && wireOf(game).isSame(made, pending.play)) this.#accept(pending, {});
    else this.#refuse(pending, new MoveError("stale_ply", "the game went on before this move arrived"));
  }

  /** Rejects the pending move, if any. */
  abandon(error: Error): void {
    if (this.#pending) this.#refuse(this.#pending, error);
  }

  async #transmit(): Promise<void> {
    const pending = this.#pending;
    const { game, playerId, roomId } = this.#store.state;
    if (!pending || !this.#link.ready) return;
    const { play, ply } = pending;
    try {
      const answer = await this.#link.ask("game:move", {
        roomId,
        playerId,
        ply,
        ...wireOf(game).request(play),
      } as Request<"game:move">);
      if (answer.ok) return this.#accept(pending, answer);
      const { candidates, code, error, hint } = answer;
      const moves = candidates?.filter((move) => typeof move === "object");
      this.#refuse(pending, new MoveError(code, error, { hint }, moves));
      if (code === "stale_ply") this.#link.resync();
    } catch (error) {
      // `resume` follows a lost connection; after a timeout a resync is needed.
      if (error instanceof ConnectionError && error.code === "timeout") this.#link.resync();
    }
  }

  #accept(pending: Pending<G>, answer: Partial<MoveAck>): void {
    const { roomId, ply } = pending;
    const seq = this.#store.state.seq ?? 0;
    if (this.#settle(pending)) pending.resolve({ roomId: roomId ?? "", ply: ply + 1, seq, ...answer, ok: true });
  }

  #refuse(pending: Pending<G>, error: Error): void {
    if (this.#settle(pending)) pending.reject(error);
  }

  /** Clears the pending move; returns true only the first time. */
  #settle(pending: Pending<G>): boolean {
    if (this.#pending !== pending) return false;
    this.#pending = null;
    this.#store.set({ pending: null });
    return true;
  }
}
