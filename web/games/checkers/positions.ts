// The boards of a game of draughts, for stepping through it.
import type { CheckersMove, Piece } from "@parlour/sdk";

/** A board of draughts. */
export type Position = readonly (Piece | null)[];

/** Boards that the server has sent, by number of moves. */
export type Seen = ReadonlyMap<number, Position>;

/** The board after each move, the start first: as the server sent it, else derived from the history. */
export function positionsOf(start: Position, moves: readonly CheckersMove[], seen: Seen): Position[] {
  const boards: Position[] = [seen.get(0) ?? start];
  for (const [index, move] of moves.entries()) {
    boards.push(seen.get(index + 1) ?? after(boards[index] ?? start, move));
  }
  return boards;
}

/** The board after a move, without promotion. */
function after(board: Position, move: CheckersMove): Position {
  const next = [...board];
  next[move.to] = next[move.from] ?? null;
  for (const left of [move.from, ...move.captures]) if (left !== move.to) next[left] = null;
  return next;
}
