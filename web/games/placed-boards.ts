// The boards of a game in which pieces are placed and never moved.

/** A piece and the cell in which it was placed. */
export interface Placement<Piece> {
  readonly piece: Piece;
  readonly position: number;
}

/** The cells after each move, the empty board first. */
export function placedBoards<Piece>(cells: number, placements: readonly Placement<Piece>[]): (Piece | null)[][] {
  let board = Array<Piece | null>(cells).fill(null);
  return [board, ...placements.map(({ piece, position }) => (board = board.with(position, piece)))];
}
