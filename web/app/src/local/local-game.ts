// A game of this browser: the module has the rules and the computer, and the moves are saved after each change.
import { type GameName, type GameState, MoveError, type Play, wireOf } from "@parlour/sdk";
import type { Boards } from "../games.js";
import { Value } from "../observable.js";
import type { LiveGame, LocalActions } from "../play/live-game.js";
import type { AnyVariant } from "../server.js";
import { settings } from "../settings.js";
import { hintInWords } from "./hint-words.js";
import { type KeptEnd, type KeptGame, keep, newId } from "./kept-games.js";
import { stateOf } from "./local-state.js";
import { askModule, type ModuleState, moduleVariants } from "./module.js";

/** The shortest and the longest time until the computer's move is shown, in milliseconds. */
const PAUSES = { quick: [200, 300], theatre: [1000, 2600], watching: [900, 900] } as const;
/** How long a search should take on this device. */
const SEARCH_MS = 300;
/** The positions of the first search, and of the longest. */
const NODES = { first: 100_000, most: 2_000_000, least: 5_000 };

/** One game of this browser. */
export class LocalGame implements LiveGame {
  readonly local: LocalActions;
  readonly #value: Value<GameState>;
  readonly #layout: AnyVariant;
  #kept: KeptGame;
  #now: ModuleState;
  #nodes = NODES.first;
  /** Counts the changes, so that an answer to an earlier position is dropped. */
  #change = 0;
  #closed = false;

  private constructor(kept: KeptGame, now: ModuleState, layout: AnyVariant) {
    this.#kept = kept;
    this.#now = now;
    this.#layout = layout;
    this.#value = new Value(this.#state);
    this.local = {
      undo: () => this.#undo(),
      hint: () => this.#hint(),
      changeSides: isAgainstComputer(kept) ? () => this.#changeSides() : null,
    };
    this.#moveComputer();
  }

  /** Opens a kept game; rejects if its moves cannot be replayed. */
  static async open(kept: KeptGame): Promise<LocalGame> {
    const [now, { games }] = await Promise.all([askModule("state", { game: kept }), moduleVariants()]);
    const layout = games.find(({ game }) => game === kept.game)?.variants.find(({ variant }) => variant === kept.variant);
    if (!layout) throw new MoveError("unknown_variant", `there is no variant "${kept.variant}"`);
    return new LocalGame(kept, now, { ...layout, game: kept.game } as AnyVariant);
  }

  readonly get = (): GameState => this.#value.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#value.subscribe(listener);

  /** The game as it is saved. */
  get kept(): KeptGame {
    return this.#kept;
  }

  get shared(): boolean {
    return !this.#kept.computers.some(Boolean);
  }

  get #state(): GameState {
    return stateOf(this.#kept, this.#now, this.#layout);
  }

  timeLeft(): null {
    return null;
  }

  async move(play: Play<GameName>): Promise<void> {
    const { phase, yourTurn } = this.get();
    if (phase === "over") throw new MoveError("game_over", "the game is over");
    if (!yourTurn) throw new MoveError("not_your_turn", "it is not your turn");
    const change = this.#change;
    const wanted = wireOf(this.#kept.game).request(play as never);
    const now = await askModule("move", { game: this.#kept, wanted });
    if (change === this.#change) this.#set(now);
  }

  async resign(): Promise<void> {
    const loser = this.get().seat ?? this.#now.currentTurn;
    await this.#end(loser === 0 ? "firstResigned" : "secondResigned");
  }

  /** Two people at one screen agree by offering; the computer looks at the position. */
  async offerDraw(): Promise<void> {
    const { phase, playerId, seat } = this.get();
    if (phase !== "playing") return;
    if (this.shared || seat === null) return this.#end("agreed");
    const change = this.#change;
    this.#value.set({ ...this.get(), drawOffer: playerId });
    const { accepted } = await askModule("draw", { game: this.#kept, seat: 1 - seat });
    if (change !== this.#change) return;
    if (accepted) return this.#end("agreed");
    this.#value.set({ ...this.get(), drawOffer: null });
    throw new MoveError("draw_declined", "the computer would rather play on");
  }

  async acceptDraw(): Promise<void> {}

  async declineDraw(): Promise<void> {}

  /** Starts another game, with sides swapped. */
  async rematch(): Promise<void> {
    const { computers, game, names, rung, start, variant } = this.#kept;
    const swap = <T>([one, other]: readonly [T, T]): [T, T] => (isAgainstComputer(this.#kept) ? [other, one] : [one, other]);
    const next = newGame({ game, variant, start, rung, names: swap(names), computers: swap(computers) });
    const now = await askModule("state", { game: next });
    this.#kept = next;
    this.#set(now);
  }

  reclaim(): void {}

  async boards(): Promise<Boards> {
    return (await askModule("boards", { game: this.#kept })).boards;
  }

  close(): void {
    this.#closed = true;
    this.#change += 1;
  }

  async #undo(): Promise<void> {
    const { computers, plays } = this.#kept;
    const first = (this.#now.currentTurn + plays.length) % 2;
    let count = plays.length - 1;
    while (count > 0 && computers[(first + count) % 2]) count -= 1;
    if (count < 0 || computers[(first + count) % 2]) throw new MoveError("nothing_to_undo", "there is no move of yours to take back");
    await this.#replace({ ...this.#kept, plays: plays.slice(0, count), end: null });
  }

  async #changeSides(): Promise<void> {
    const [first, second] = this.#kept.computers;
    const [one, other] = this.#kept.names;
    await this.#replace({ ...this.#kept, computers: [second, first], names: [other, one] });
  }

  async #hint(): Promise<string> {
    const { hint } = await askModule("hint", { game: this.#kept });
    return hint ? hintInWords(this.get(), hint) : "";
  }

  async #end(end: KeptEnd): Promise<void> {
    await this.#replace({ ...this.#kept, end });
  }

  /** Replaces the game by a changed one. */
  async #replace(kept: KeptGame): Promise<void> {
    this.#change += 1;
    const change = this.#change;
    const now = await askModule("state", { game: kept });
    if (change !== this.#change) return;
    this.#kept = kept;
    this.#set(now);
  }

  /** Shows and saves a new state, and lets the computer move if it is its turn. */
  #set(now: ModuleState): void {
    if (this.#closed) return;
    this.#change += 1;
    const { over, plays } = now;
    const result = over && { winner: over.winner, reason: over.reason, pdn: over.pdn ?? null };
    this.#kept = { ...this.#kept, plays, result, changed: Date.now() };
    this.#now = now;
    keep(this.#kept);
    this.#value.set(this.#state);
    this.#moveComputer();
  }

  #moveComputer(): void {
    const { computers } = this.#kept;
    if (this.#now.over || this.#closed || !computers[this.#now.currentTurn]) return;
    const change = this.#change;
    const pace = computers.every(Boolean) ? "watching" : settings.get().replies;
    const [shortest, longest] = PAUSES[pace];
    const pause = new Promise((resolve) => setTimeout(resolve, shortest + Math.random() * (longest - shortest)));
    Promise.all([this.#think(), pause]).then(
      ([now]) => change === this.#change && this.#set(now),
      // The module is loaded again by the next request.
      () => setTimeout(() => change === this.#change && this.#moveComputer(), 1000),
    );
  }

  /** The state after the computer's move; the search is as long as this device allows. */
  async #think(): Promise<ModuleState> {
    const began = performance.now();
    const { rung } = this.#kept;
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const now = await askModule("bot", { game: this.#kept, rung, nodes: this.#nodes, seed });
    const faster = SEARCH_MS / Math.max(1, performance.now() - began);
    this.#nodes = Math.round(Math.min(NODES.most, Math.max(NODES.least, this.#nodes * Math.min(2, faster))));
    return now;
  }
}

/** The parts of a new game. */
export type NewGame = Pick<KeptGame, "game" | "variant" | "start" | "rung" | "names" | "computers">;

/** A new game without moves. */
export function newGame(parts: NewGame): KeptGame {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  return { ...parts, id: newId(), plays: [], end: null, date, result: null, changed: Date.now() };
}

function isAgainstComputer({ computers: [first, second] }: KeptGame): boolean {
  return first !== second;
}
