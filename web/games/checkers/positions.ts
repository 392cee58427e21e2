// The boards that a game of draughts went through, for stepping back and forth in it.
import type { CheckersMove, Piece } from "@parlour/sdk";

/** A board of draughts. */
export type Position = readonly (Piece | null)[];

/** What the server said a board was after so many moves. */
export type Seen = ReadonlyMap<number, Position>;

/** The board after each move, the start first: as the server showed it, else with the pieces moved as the history says. */
export function positionsOf(start: Position, moves: readonly CheckersMove[], seen: Seen): Position[] {
  const boards: Position[] = [seen.get(0) ?? start];
  for (const [index, move] of moves.entries()) {
    boards.push(seen.get(index + 1) ?? after(boards[index] ?? start, move));
  }
  return boards;
}

/** Pieces go and captured pieces leave; what becomes of a piece is the server's to say. */
function after(board: Position, move: CheckersMove): Position {
  const next = [...board];
  next[move.to] = next[move.from] ?? null;
  for (const left of [move.from, ...move.captures]) if (left !== move.to) next[left] = null;
  return next;
}
