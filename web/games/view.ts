// How a game is shown: what React components, the app and the embed ask of a game's folder, and what all games answer alike.
import type { Cell, Entry, GameName, Layout, Play, PlayerOf, RoomState } from "@parlour/sdk";

/** The element of a game, what it is told, and what its moves mean. */
export interface GameView<G extends GameName, Properties extends object, Move> {
  readonly game: G;
  /** The name of the custom element. */
  readonly tag: string;
  /** Width divided by height, to keep the place before the element has drawn itself. */
  ratio(properties: Partial<Properties>): number;
  /** The properties of the element for a game that has started. */
  properties(state: RoomState<G>, options?: ViewOptions<G>): Partial<Properties>;
  /** The properties that follow from the variant alone. */
  layoutProperties(layout: Layout<G>, names?: Names): Partial<Properties>;
  /** What the detail of a `move` event asks for. */
  play(move: Move): Play<G>;
}

/** Where in the game the board stands and who sits before it; at the present, and one player, if left out. */
export interface ViewOptions<G extends GameName> {
  /** Whether both sides are played on this screen. */
  readonly shared?: boolean;
  /** The number of moves of an earlier position, or `null` for the present. */
  readonly ply?: number | null;
  /** The boards so far, the start first. */
  readonly boards?: readonly (readonly Cell<G>[])[];
  readonly names?: Names;
}

/** The names to show in place of those that the server sends. */
export interface Names {
  side(name: string): string;
  variant(variant: string, name: string): string;
}

/** The names that the server sends. */
export const SERVER_NAMES: Names = { side: (name) => name, variant: (_, name) => name };

/** What every board is told: who is to move, who sits before it, and the last move. */
export interface BoardState<G extends GameName> {
  /** Whether the board shows the present. */
  readonly present: boolean;
  readonly board: readonly Cell<G>[];
  /** The player to move; `null` when the game is not running. */
  readonly turn: PlayerOf<G> | null;
  /** The player before the board; `null` plays both sides. */
  readonly you: PlayerOf<G> | null;
  readonly interactive: boolean;
  /** The move that led to the board. */
  readonly last: Entry<G> | null;
}

/** How a game stands at the position that is shown. */
export function boardState<G extends GameName>(state: RoomState<G>, { boards, ply = null, shared = false }: ViewOptions<G> = {}): BoardState<G> {
  const { board, connection, history, phase, players, seat, turn } = state;
  const present = ply === null;
  return {
    present,
    board: present ? board : (boards?.[ply] ?? board),
    turn: present && phase === "playing" ? (players[turn] ?? null) : null,
    you: seat === null || shared ? null : (players[seat] ?? null),
    interactive: present && seat !== null && connection !== "taken-over",
    last: (present ? history.at(-1) : history[ply - 1]) ?? null,
  };
}
