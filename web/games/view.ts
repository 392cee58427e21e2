// The view of a game, for the React components, the app and the embed, and the part that all games share.
import type { Cell, Entry, GameName, Layout, Play, PlayerOf, RoomState } from "@parlour/sdk";

/** The element of a game, its properties for a state, and the moves of its events. */
export interface GameView<G extends GameName, Properties extends object, Move> {
  readonly game: G;
  /** The name of the custom element. */
  readonly tag: string;
  /** Width divided by height, to reserve the space before the element is drawn. */
  ratio(properties: Partial<Properties>): number;
  /** The properties of the element for a game that has started. */
  properties(state: RoomState<G>, options?: ViewOptions<G>): Partial<Properties>;
  /** The properties that follow from the variant alone. */
  layoutProperties(layout: Layout<G>, names?: Names): Partial<Properties>;
  /** The move to send for the detail of a `move` event. */
  play(move: Move): Play<G>;
}

/** Which position is shown and to whom; by default the current one, to one player. */
export interface ViewOptions<G extends GameName> {
  /** Whether both sides are played on this screen. */
  readonly shared?: boolean;
  /** The number of moves of an earlier position, or `null` for the current one. */
  readonly ply?: number | null;
  /** The boards so far, the start first. */
  readonly boards?: readonly (readonly Cell<G>[])[];
  readonly names?: Names;
}

/** Translates the names that the server sends. */
export interface Names {
  side(name: string): string;
  variant(variant: string, name: string): string;
}

/** The names that the server sends. */
export const SERVER_NAMES: Names = { side: (name) => name, variant: (_, name) => name };

/** The state that every board shows: players, position and last move. */
export interface BoardState<G extends GameName> {
  /** Whether the board shows the current position. */
  readonly present: boolean;
  readonly board: readonly Cell<G>[];
  /** The player to move; `null` when the game is not running. */
  readonly turn: PlayerOf<G> | null;
  /** The player of this screen; `null` plays both sides. */
  readonly you: PlayerOf<G> | null;
  readonly interactive: boolean;
  /** The move that led to the board. */
  readonly last: Entry<G> | null;
}

/** The state of a game at the shown position. */
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
