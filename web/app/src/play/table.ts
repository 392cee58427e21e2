// The game this browser plays or watches: one connection, or two when two people share the screen.
import { createGame, type GameName, type GameOf, type GameState, type Play } from "@parlour/sdk";
import { base } from "../address.js";
import type { Source } from "../observable.js";
import type { Seat } from "./seat.js";

type AnyGame = GameOf<GameName>;

/** One game as the screen sees it, whoever sits at this side of it. */
export class Table implements Source<GameState> {
  readonly games: readonly AnyGame[];
  #seen: readonly GameState[] = [];
  #merged: GameState | null = null;

  constructor(games: readonly AnyGame[]) {
    this.games = games;
    for (const game of games) game.open();
  }

  readonly get = (): GameState => {
    const states = this.games.map(({ state }) => state as GameState);
    if (!this.#merged || states.some((state, index) => state !== this.#seen[index])) {
      this.#seen = states;
      this.#merged = merge(states);
    }
    return this.#merged;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = this.games.map((game) => game.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  };

  /** Whether both sides are played on this screen. */
  get shared(): boolean {
    return this.games.length > 1;
  }

  /** The connection of the side to move, or the only one. */
  get acting(): AnyGame {
    const found = this.games.find(({ state }) => state.yourTurn) ?? this.games[0];
    if (!found) throw new Error("a table has at least one game");
    return found;
  }

  /** Plays a move for the side to move. */
  move(play: Play<GameName>): Promise<unknown> {
    const game: { move(play: Play<GameName> | string): Promise<unknown> } = this.acting;
    return game.move(play);
  }

  /** Offers a rematch from this side, or from both. */
  async rematch(): Promise<void> {
    for (const game of this.games) await game.rematch();
  }

  close(): void {
    for (const game of this.games) game.close();
  }
}

let current: { token: string | undefined; table: Table } | null = null;

/** The table of the kept seat; the same one as long as the seat is the same. */
export function tableOf(kept: Seat): Table {
  if (current && current.token === kept.tokens[0]) return current.table;
  rise();
  const table = new Table(kept.tokens.map((token) => createGame({ server: base(), token })));
  current = { token: kept.tokens[0], table };
  return table;
}

/** Leaves the table; the seat stays the player's as long as the server keeps it. */
export function rise(): void {
  current?.table.close();
  current = null;
}

/** The first connection shows the board; the one to move knows what is legal. */
function merge(states: readonly GameState[]): GameState {
  const [first, second] = states;
  if (!first) throw new Error("a table has at least one game");
  if (!second || first.phase !== "playing" || first.seat === null) return first;
  const acting = first.yourTurn ? first : second;
  const inStep = acting.history.length === first.history.length && acting.roomId === first.roomId;
  const shared = { seat: first.turn, yourTurn: true, legal: inStep ? acting.legal : [], pending: acting.pending };
  return { ...first, ...shared } as GameState;
}
