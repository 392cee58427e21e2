// What a board element is told about the state of a game.
import type { CheckersProperties, Move } from "@parlour/board/checkers";
import type { TicTacToeProperties } from "@parlour/board/tictactoe";
import type { CheckersVariant, Play, RoomState } from "@parlour/sdk";
import { language } from "../language/language.js";
import { cellsOf, type Position } from "./positions.js";
import { sideName, variantName } from "./words.js";

/** Where in the game the board stands, and who sits before it. */
export interface Outlook {
  /** Whether both sides are played on this screen. */
  readonly shared: boolean;
  /** The number of moves of an earlier position, or `null` for the present. */
  readonly ply: number | null;
}

/** The properties of `<checkers-board>`; `positions` are the boards so far, the start first. */
export function checkersProperties(
  state: RoomState<"checkers">, { ply, shared }: Outlook, positions: readonly Position[],
): Partial<CheckersProperties> {
  const { board, connection, history, layout, legal, phase, players, seat, turn } = state;
  const present = ply === null;
  const side = Math.sqrt(board.length) || 8;
  return {
    board: present ? board : (positions[ply] ?? board),
    legal: present ? legal : [],
    turn: present && phase === "playing" ? (players[turn]?.color ?? null) : null,
    you: seat === null || shared ? null : (players[seat]?.color ?? null),
    interactive: present && seat !== null && connection !== "taken-over",
    lastMove: (present ? history.at(-1) : history[ply - 1])?.move ?? null,
    messages: language.get().checkers,
    ...(layout ? laidOut(layout) : { columns: side, rows: side }),
  };
}

/** The properties of `<tictactoe-board>`. */
export function tictactoeProperties(state: RoomState<"tictactoe">, { ply, shared }: Outlook): Partial<TicTacToeProperties> {
  const { board, connection, history, phase, players, result, seat, turn } = state;
  const present = ply === null;
  return {
    board: present ? board : (cellsOf(state)[ply] ?? board),
    turn: present && phase === "playing" ? (players[turn]?.mark ?? null) : null,
    you: seat === null || shared ? null : (players[seat]?.mark ?? null),
    interactive: present && seat !== null && connection !== "taken-over",
    lastMove: (present ? history.at(-1) : history[ply - 1])?.position ?? null,
    winningLine: present ? (result?.winningLine ?? null) : null,
    messages: language.get().tictactoe,
  };
}

const PIECES = new Set<string>(["red-black", "red-white", "white-black", "black-white"]);

/** The shape and the names of a variant; the element compares lists by identity, so the layout's own are given. */
export function laidOut({ columns, labels, name, playable, removal, rows, sides, variant }: CheckersVariant): Partial<CheckersProperties> {
  const [first, second] = sides;
  const pieces = `${first.name}-${second.name}`.toLowerCase();
  return {
    columns, rows, playable, labels, removal,
    variant: variantName(variant, name),
    sides: sidesOf(first.name, second.name),
    ...(PIECES.has(pieces) && { pieces: pieces as CheckersProperties["pieces"] }),
  };
}

const knownSides = new Map<string, CheckersProperties["sides"]>();

function sidesOf(first: string, second: string): CheckersProperties["sides"] {
  const sides = { red: sideName(first), black: sideName(second) };
  const key = `${sides.red}/${sides.black}`;
  knownSides.set(key, knownSides.get(key) ?? sides);
  return knownSides.get(key) ?? sides;
}

/** A move of the board as the server wants it. */
export function wireMove({ captures, from, path, to }: Move): Play<"checkers"> {
  return { from, to, ...(captures && { captures: [...captures] }), ...(path && { path: [...path] }) };
}
