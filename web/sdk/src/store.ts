// Holds the state of one game, calls its listeners, and counts deadlines down.
import { ServerClock } from "./clock.js";
import { Emitter } from "./emitter.js";
import { ConnectionError, type ParlourError } from "./errors.js";
import { type Countdown, initialState, type RoomState, type SharedState } from "./state.js";
import type { GameName, ServerToClientEvents } from "./types.js";

/** The listeners by event: those of the server, and those of the client. */
export type GameListeners<G extends GameName> = ServerToClientEvents<G> & {
  /** The state has changed. */
  change: (state: RoomState<G>) => void;
  /** The connection has failed permanently. */
  failed: (error: ParlourError) => void;
};

/** The state of one game and its listeners. */
export class Store<G extends GameName> {
  readonly clock = new ServerClock();
  readonly #listeners = new Emitter<Record<string, (payload: never) => void>>();
  #state: RoomState<G>;
  #emitting = false;
  #changePending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(game: G) {
    this.#state = initialState(game);
  }

  get state(): RoomState<G> {
    return this.#state;
  }

  /** Changes some parts of the state. */
  set(changes: Partial<SharedState> | Partial<RoomState<G>>): void {
    const next = this.#withSecondsLeft({ ...this.#state, ...changes });
    const keys = Object.keys(next) as (keyof RoomState<G>)[];
    if (keys.every((key) => next[key] === this.#state[key])) return;
    this.#state = next;
    this.#countDown();
    this.#emitChange();
    if (changes.error && next.connection === "failed") this.emit("failed", changes.error);
  }

  on<E extends keyof GameListeners<G> & string>(event: E, listener: GameListeners<G>[E]): () => void {
    return this.#listeners.on(event, listener as (payload: never) => void);
  }

  off<E extends keyof GameListeners<G> & string>(event: E, listener: GameListeners<G>[E]): void {
    this.#listeners.off(event, listener as (payload: never) => void);
  }

  /** Calls the listeners of `event`. */
  emit(event: string, payload: unknown): void {
    this.#listeners.emit(event, payload as never);
  }

  /** Resolves with the first state that is `wanted`; rejects if the connection is closed or fails before. */
  until(wanted: (state: RoomState<G>) => boolean): Promise<RoomState<G>> {
    return new Promise((resolve, reject) => {
      const look = (state: RoomState<G>) => {
        if (wanted(state)) resolve(state);
        else if (state.connection === "failed") reject(state.error ?? closed());
        else if (state.connection === "closed") reject(closed());
        else return false;
        stop();
        return true;
      };
      let stop: () => void = () => {};
      if (!look(this.#state)) stop = this.on("change", look as GameListeners<G>["change"]);
    });
  }

  /** Sets `closed` and stops the timer, which would keep a program alive. */
  close(): void {
    if (this.#state.connection !== "failed") this.set({ connection: "closed" });
    clearTimeout(this.#timer);
  }

  /** If a listener changes the state, all listeners are called again, so that none sees the older state last. */
  #emitChange(): void {
    this.#changePending = true;
    if (this.#emitting) return;
    this.#emitting = true;
    while (this.#changePending) {
      this.#changePending = false;
      this.emit("change", this.#state);
    }
    this.#emitting = false;
  }

  #withSecondsLeft(state: RoomState<G>): RoomState<G> {
    return { ...state, afk: this.#counted(state.afk), away: this.#counted(state.away) };
  }

  #counted(countdown: Countdown | null): Countdown | null {
    if (!countdown?.expiresAt) return countdown;
    const secondsLeft = this.clock.secondsUntil(countdown.expiresAt);
    return secondsLeft === countdown.secondsLeft ? countdown : { ...countdown, secondsLeft };
  }

  #countDown(): void {
    clearTimeout(this.#timer);
    const waits = [this.#state.afk, this.#state.away].flatMap((running) =>
      running?.secondsLeft && running.expiresAt ? [this.clock.untilNextSecond(running.expiresAt)] : [],
    );
    if (waits.length) this.#timer = setTimeout(() => this.set({}), Math.min(...waits));
  }
}

function closed(): ConnectionError {
  return new ConnectionError("closed", "the game was closed on this side");
}
