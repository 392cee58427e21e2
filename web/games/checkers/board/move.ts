// A draughts move as on the wire, and its effect on a position.

/** The two sides by their wire names; `red` moves first and sits at the bottom of the wire board. */
export type Side = "red" | "black";

/** A piece as the wire describes it. */
export interface Piece {
  readonly player: Side;
  readonly type: "man" | "king";
}

/** One entry per square, row by row from the top left. */
export type Position = readonly (Piece | null)[];

/** A whole move: `path` holds the landing squares in order, `captures` the jumped squares in order. */
export interface Move {
  readonly from: number;
  readonly to: number;
  readonly captures?: readonly number[];
  readonly path?: readonly number[];
}

/** The squares a move visits after it leaves `from`; the last one is always `to`. */
export function landings(move: Move): number[] {
  const path = move.path?.length ? [...move.path] : [...captured(move)];
  if (path[0] === move.from) path.shift();
  if (path.at(-1) !== move.to) path.push(move.to);
  return path;
}

/** The squares of the captured pieces. */
export function captured(move: Move): readonly number[] {
  return move.captures ?? [];
}

/** Whether any of the moves captures. */
export function anyCapture(moves: readonly Move[]): boolean {
  return moves.some((move) => captured(move).length > 0);
}

/** A key that is equal for moves with the same start, end and captures, in any order. */
export function outcomeOf(move: Move): string {
  return `${move.from}>${move.to}:${[...captured(move)].sort((a, b) => a - b).join()}`;
}

/** Whether two moves lead to the same position. */
export function sameOutcome(one: Move | null, other: Move | null): boolean {
  return !!one && !!other && outcomeOf(one) === outcomeOf(other);
}

/** The position after a move, without promotion. */
export function after(position: Position, move: Move): Position {
  const next = [...position];
  const piece = next[move.from] ?? null;
  next[move.from] = null;
  for (const square of captured(move)) next[square] = null;
  next[move.to] = piece;
  return next;
}

/** Whether both positions have pieces of the same side on every square, kings or not. */
export function sameSides(one: Position, other: Position): boolean {
  return one.length === other.length && one.every((piece, square) => piece?.player === other[square]?.player);
}
