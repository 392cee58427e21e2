// The boards that a game went through, for stepping back and forth in it.
import type { CheckersMove, GameState, Piece, RoomState } from "@parlour/sdk";

/** A board of checkers. */
export type Position = readonly (Piece | null)[];

/** What the server said a board was after so many moves. */
export type Seen = ReadonlyMap<number, Position>;

/**
 * The board after each move, the start first. What was seen is shown as seen; where the page was not yet
 * open, pieces are moved as the history says, and crowned where the last row and the later boards say so.
 */
export function positionsOf(start: Position, moves: readonly CheckersMove[], columns: number, seen: Seen): Position[] {
  const boards: Position[] = [seen.get(0) ?? start];
  for (const [index, move] of moves.entries()) {
    boards.push(seen.get(index + 1) ?? after(boards[index] ?? start, move, columns));
  }
  return boards;
}

/** The cells after each move of tic-tac-toe, the empty board first. */
export function cellsOf({ history }: RoomState<"tictactoe">): ("X" | "O" | null)[][] {
  const boards: ("X" | "O" | null)[][] = [Array(9).fill(null)];
  for (const { mark, position } of history) {
    boards.push((boards.at(-1) ?? []).map((cell, index) => (index === position ? mark : cell)));
  }
  return boards;
}

/** The board after a move: the piece goes, the captured leave, a man at rest on the last row is crowned. */
export function after(board: Position, move: CheckersMove, columns: number): Position {
  const next = [...board];
  const piece = next[move.from] ?? null;
  next[move.from] = null;
  for (const captured of move.captures) next[captured] = null;
  next[move.to] = piece && crowned(piece, move.to, columns, board.length) ? { ...piece, type: "king" } : piece;
  return next;
}

/** How many moves were made. */
export function pliesOf(state: GameState): number {
  return state.history.length;
}

function crowned({ player }: Piece, square: number, columns: number, squares: number): boolean {
  const row = Math.floor(square / columns);
  return row === (player === "red" ? 0 : squares / columns - 1);
}
