// Finds the legal move that a text such as "32-28", "32x21x12" or "c3:e5" names.
import { MoveError } from "../../sdk/src/errors.js";
import type { CheckersMove } from "../../sdk/src/types.js";

/** The one legal move that `text` names in the labels of the board. */
export function findMove(text: string, legal: readonly CheckersMove[], labels: readonly (string | null)[]): CheckersMove {
  const squares = readSquares(text, labels);
  const fitting = legal.filter((move) => fits(move, squares));
  if (fitting.length === 1 && fitting[0]) return fitting[0];
  if (fitting.length > 1) {
    throw new MoveError(
      "ambiguous_move",
      `"${text}" fits ${fitting.length} legal moves`,
      {
        hint: `Name the squares on the way: ${fitting.map((move) => moveText(move, labels)).join(", ")}.`,
      },
      fitting,
    );
  }
  throw new MoveError("illegal_move", `"${text}" is not legal here`, {
    hint: legal.length ? `Legal moves: ${legal.map((move) => moveText(move, labels)).join(", ")}.` : undefined,
  });
}

/** Writes a move in the labels of the board, with every square on its way. */
export function moveText(move: CheckersMove, labels: readonly (string | null)[]): string {
  const squares = move.captures.length ? route(move) : [move.from, move.to];
  return squares.map((square) => labels[square] ?? `#${square}`).join(move.captures.length ? "x" : "-");
}

function readSquares(text: string, labels: readonly (string | null)[]): number[] {
  const names = text
    .trim()
    .toLowerCase()
    .split(/\s*[-x:×–\s]\s*/)
    .filter(Boolean);
  const squares = names.map((name) => labels.findIndex((label) => label?.toLowerCase() === name));
  const unknown = names[squares.indexOf(-1)];
  if (names.length < 2 || unknown !== undefined) {
    throw new MoveError("bad_payload", unknown === undefined ? `"${text}" is not a move` : `there is no square "${unknown}"`, {
      hint: `Write a move as two or more squares, such as "${labels.filter(Boolean).slice(0, 2).join("-")}".`,
    });
  }
  return squares;
}

/** The text must name start and end, and may name squares between them. */
function fits(move: CheckersMove, squares: readonly number[]): boolean {
  if (move.from !== squares[0] || move.to !== squares.at(-1)) return false;
  const way = route(move).slice(1, -1);
  let at = 0;
  return squares.slice(1, -1).every((square) => {
    const found = way.indexOf(square, at);
    at = found + 1;
    return found >= 0;
  });
}

/** Every square that the piece visits, including the first and the last, whether or not `path` repeats them. */
function route({ from, to, path }: CheckersMove): number[] {
  const landings = path[0] === from ? path.slice(1) : [...path];
  if (landings.at(-1) !== to) landings.push(to);
  return [from, ...landings];
}
