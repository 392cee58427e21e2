// Positions with their legal moves, written in each variant's own notation.
import type { Move, Piece, Side } from "../../games/checkers/board/move.js";
import { chequered, lettered } from "../src/view.js";

/** The properties of a board for a position. */
export interface Fixture {
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly playable: readonly number[];
  readonly labels: readonly (string | null)[];
  readonly board: readonly (Piece | null)[];
  readonly legal: readonly Move[];
  readonly turn: Side;
  readonly you: Side;
}

interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly playable: readonly number[];
  readonly labels: readonly (string | null)[];
}

/** Squares numbered from 1 at the top left. */
export function numbered(columns: number, rows: number): Layout {
  const playable = chequered(columns, rows);
  const labels = Array<string | null>(columns * rows).fill(null);
  playable.forEach((square, order) => (labels[square] = String(order + 1)));
  return { columns, rows, playable, labels };
}

/** Squares named by letter and number; all are playable if the board is solid. */
export function named(columns: number, rows: number, solid: boolean): Layout {
  const playable = solid ? Array.from({ length: columns * rows }, (_, square) => square) : chequered(columns, rows);
  return { columns, rows, playable, labels: lettered(columns, rows) };
}

/** The square with this label. */
export function at(layout: Layout, label: string): number {
  const square = layout.labels.indexOf(label);
  if (square < 0) throw new Error(`no square ${label}`);
  return square;
}

/** Reads "32-28" or "4x27x38x15/13,32,20", where the squares after the slash are captured. */
export function moveOf(layout: Layout, text: string): Move {
  const [route = "", taken = ""] = text.split("/");
  const squares = route.split(/[-x]/).map((label) => at(layout, label));
  const captures = taken ? taken.split(",").map((label) => at(layout, label)) : [];
  return { from: squares[0] ?? 0, to: squares.at(-1) ?? 0, captures, path: squares.slice(1) };
}

/** A position from lists of labels; a K before a label makes a king. */
export function fixture(name: string, layout: Layout, red: string, black: string, legal: string, turn: Side = "red"): Fixture {
  const board = Array<Piece | null>(layout.columns * layout.rows).fill(null);
  for (const [player, labels] of [
    ["red", red],
    ["black", black],
  ] as const) {
    for (const word of labels.split(" ").filter(Boolean)) {
      const king = word.startsWith("K");
      board[at(layout, king ? word.slice(1) : word)] = { player, type: king ? "king" : "man" };
    }
  }
  const moves = legal
    .split(" ")
    .filter(Boolean)
    .map((text) => moveOf(layout, text));
  return { name, ...layout, board, legal: moves, turn, you: turn };
}

const range = (first: number, last: number): string => Array.from({ length: last - first + 1 }, (_, step) => first + step).join(" ");

export const EIGHT = named(8, 8, false);
export const TEN = numbered(10, 10);
export const TWELVE = numbered(12, 12);
export const SOLID = named(8, 8, true);

export const russian = fixture(
  "8×8",
  EIGHT,
  "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3",
  "b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8",
  "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4",
);

export const international = fixture("10×10", TEN, range(31, 50), range(1, 20), "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30");

export const turkish = fixture(
  "Turkish",
  SOLID,
  "a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3",
  "a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7",
  "a3-a4 b3-b4 c3-c4 d3-d4 e3-e4 f3-f4 g3-g4 h3-h4",
);

export const canadian = fixture("12×12", TWELVE, range(43, 72), range(1, 30), "43-37 43-38 44-38 44-39 45-39");

/** A flying king with two routes to 15 that take different pieces. */
export const twoRoutes = fixture("two routes", TEN, "K4 49", "13 20 32 37", "4x27x38x15/13,32,20 4x31x42x15/13,37,20");

/** Two men must capture, a third may not move. */
export const obligation = fixture("obligation", TEN, "28 34 46", "23 30 9", "28x19/23 34x25/30");

/** A man takes three in one move. */
export const chain = fixture("chain", TEN, "48 K46", "42 32 22 4", "48x37x28x17/42,32,22");
