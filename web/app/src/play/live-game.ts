// The game that this browser plays or watches: one connection, or two if two people share the screen.
import { createGame, type GameName, type GameOf, type GameState, type Play } from "@parlour/sdk";
import { base } from "../address.js";
import type { Source } from "../observable.js";
import type { Seat } from "./seat.js";

type AnyGame = GameOf<GameName>;

const NO_CONNECTION = "a live game has at least one connection";

/** One game as the screen shows it: the state of all its connections merged into one. */
export class LiveGame implements Source<GameState> {
  readonly connections: readonly AnyGame[];
  #seen: readonly GameState[] = [];
  #merged: GameState | null = null;

  constructor(connections: readonly AnyGame[]) {
    this.connections = connections;
    for (const game of connections) game.open();
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

  /** Whether both sides are played on this screen. */
  get shared(): boolean {
    return this.connections.length > 1;
  }

  /** The connection of the side to move, or the only one. */
  get acting(): AnyGame {
    const found = this.connections.find(({ state }) => state.yourTurn) ?? this.connections[0];
    if (!found) throw new Error(NO_CONNECTION);
    return found;
  }

  /** Plays a move for the side to move. */
  move(play: Play<GameName>): Promise<unknown> {
    const game: { move(play: Play<GameName> | string): Promise<unknown> } = this.acting;
    return game.move(play);
  }

  /** Offers a rematch from this side, or from both. */
  async rematch(): Promise<void> {
    for (const game of this.connections) await game.rematch();
  }

  close(): void {
    for (const game of this.connections) game.close();
  }
}

let current: { token: string | undefined; live: LiveGame } | null = null;

/** The live game of a seat; the same object as long as the seat is the same. */
export function liveGameOf(seat: Seat): LiveGame {
  if (current && current.token === seat.tokens[0]) return current.live;
  leave();
  const live = new LiveGame(seat.tokens.map((token) => createGame({ server: base(), token })));
  current = { token: seat.tokens[0], live };
  return live;
}

/** Closes the current game; the server keeps the seat for a while. */
export function leave(): void {
  current?.live.close();
  current = null;
}

/** The state of the first connection, with the legal moves of the connection whose turn it is. */
function merge(states: readonly GameState[]): GameState {
  const [first, second] = states;
  if (!first) throw new Error(NO_CONNECTION);
  if (!second || first.phase !== "playing" || first.seat === null) return first;
  const acting = first.yourTurn ? first : second;
  const inStep = acting.history.length === first.history.length && acting.roomId === first.roomId;
  const shared = { seat: first.turn, yourTurn: true, legal: inStep ? acting.legal : [], pending: acting.pending };
  return { ...first, ...shared } as GameState;
}
