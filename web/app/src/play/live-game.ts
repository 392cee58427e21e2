// The game that this browser plays or watches: what the screens need of it, and a game that a server has.
import { createGame, type GameName, type GameOf, type GameState, type JoinSettings, type Play } from "@parlour/sdk";
import { base } from "../address.js";
import type { Boards } from "../games.js";
import { type Source, Value } from "../observable.js";
import { keyOf, type Seat } from "./seat.js";
import { gameText } from "./words.js";

type AnyGame = GameOf<GameName>;

const NO_CONNECTION = "a live game has at least one connection";

/** One game as the screen shows it, whether a server has it or this browser. */
export interface LiveGame extends Source<GameState> {
  /** Whether both sides are played on this screen. */
  readonly shared: boolean;
  /** The connections of a game on the server: two if two people share the screen. */
  readonly connections?: readonly AnyGame[];
  /** What only a game of this browser offers; `null` for a game on the server. */
  readonly local: LocalActions | null;
  /** The milliseconds on the clock of a player; `null` in a game without clocks. */
  timeLeft(index: number): number | null;
  /** Plays a move for the side to move. */
  move(play: Play<GameName>): Promise<unknown>;
  resign(): Promise<void>;
  offerDraw(): Promise<void>;
  acceptDraw(): Promise<void>;
  declineDraw(): Promise<void>;
  /** Offers a rematch from this side, or from both. */
  rematch(): Promise<void>;
  /** Continues a game in this window that was taken over by another one. */
  reclaim(): void;
  /** Every board so far, the start first. */
  boards(): Promise<Boards>;
  close(): void;
}

/** The actions of a game that this browser has. */
export interface LocalActions {
  /** Takes back the last move, against the computer also its answer. */
  undo(): Promise<void>;
  /** A good move in words. */
  hint(): Promise<string>;
  /** Gives the player's side to the computer and takes its side; `null` if no computer plays. */
  readonly changeSides: (() => Promise<void>) | null;
}

/** A game that a server has: one connection, or two if two people share the screen. */
export class ServerGame implements LiveGame {
  readonly connections: readonly AnyGame[];
  readonly local = null;
  #seen: readonly GameState[] = [];
  #merged: GameState | null = null;

  constructor(connections: readonly AnyGame[]) {
    this.connections = connections;
    for (const game of connections) {
      game.subscribe(() => playOnAlone(game));
      game.open();
    }
  }

  readonly get = (): GameState => {
    const states = this.connections.map(({ state }) => state as GameState);
    if (!this.#merged || states.some((state, index) => state !== this.#seen[index])) {
      this.#seen = states;
      this.#merged = merge(states);
    }
    return this.#merged;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = this.connections.map((game) => game.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  };

  get shared(): boolean {
    return this.connections.length > 1;
  }

  timeLeft(index: number): number | null {
    return this.connections[0]?.timeLeft(index) ?? null;
  }

  move(play: Play<GameName>): Promise<unknown> {
    const game: { move(play: Play<GameName> | string): Promise<unknown> } = this.#acting;
    return game.move(play);
  }

  resign(): Promise<void> {
    return this.#acting.resign();
  }

  offerDraw(): Promise<void> {
    return this.#acting.offerDraw();
  }

  acceptDraw(): Promise<void> {
    return this.#acting.acceptDraw();
  }

  declineDraw(): Promise<void> {
    return this.#acting.declineDraw();
  }

  async rematch(): Promise<void> {
    for (const game of this.connections) await game.rematch();
  }

  reclaim(): void {
    for (const game of this.connections) game.reclaim();
  }

  /** Leaves the queue; returns `false` if the game started before the request arrived. */
  leave(): Promise<boolean> {
    return this.#acting.leave();
  }

  boards(): Promise<Boards> {
    return boardsOf(this.get());
  }

  close(): void {
    for (const game of this.connections) game.close();
  }

  /** The connection of the side to move, or the only one. */
  get #acting(): AnyGame {
    const found = this.connections.find(({ state }) => state.yourTurn) ?? this.connections[0];
    if (!found) throw new Error(NO_CONNECTION);
    return found;
  }
}

/** Takes the game back when the window that has taken it over is gone. */
function playOnAlone(game: AnyGame): void {
  const { connection, playerId, players } = game.state;
  if (connection === "taken-over" && players.some(({ connected, id }) => id === playerId && !connected)) game.reclaim();
}

/** Every board of a game on the server, the start first. */
export async function boardsOf(state: GameState): Promise<Boards> {
  const { replayGame } = await import("../pages.js");
  const replayed = await replayGame(gameText(state), state.variant ?? undefined);
  return [replayed.board, ...replayed.plies.map(({ board }) => board)];
}

/** The games on the server that this window is connected to, by their seats. */
export const openGames = new Value<ReadonlyMap<string, ServerGame>>(new Map());

/** The game of a seat on the server, joined with these settings; the same object as long as it is open. Other games stay open while they run. */
export function serverGameOf(seat: Seat, settings?: JoinSettings): ServerGame {
  const known = openGames.get().get(keyOf(seat));
  if (known) return known;
  for (const [key, live] of openGames.get()) if (live.get().phase === "over") closeGame(key);
  const live = new ServerGame(seat.tokens.map((token) => createGame({ server: base(), token, settings })));
  openGames.set(new Map(openGames.get()).set(keyOf(seat), live));
  return live;
}

/** Closes a game; the server keeps the seat for a while. */
export function closeGame(key: string): void {
  const others = new Map(openGames.get());
  others.get(key)?.close();
  others.delete(key);
  openGames.set(others);
}

/** The state of the first connection, with the legal moves of the connection whose turn it is. */
function merge(states: readonly GameState[]): GameState {
  const [first, second] = states;
  if (!first) throw new Error(NO_CONNECTION);
  if (!second || first.phase !== "playing" || first.seat === null || first.turn < 0) return first;
  const acting = first.yourTurn ? first : second;
  const inStep = acting.history.length === first.history.length && acting.roomId === first.roomId;
  const shared = { seat: first.turn, yourTurn: true, legal: inStep ? acting.legal : [], pending: acting.pending };
  return { ...first, ...shared } as GameState;
}
