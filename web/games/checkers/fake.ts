// Draughts on the scripted server: moves pieces and removes captured ones, without rules.
import type { GameFake } from "../../sdk/src/testing/game-fake.js";
import type { CheckersWish, Color, Piece } from "../../sdk/src/types.js";

/** English draughts unless the script has another board. */
export const fake: GameFake<"checkers"> = {
  variant: "english",
  sides: [
    { wire: "red", name: "White" },
    { wire: "black", name: "Black" },
  ],
  sideField: "color",
  drawsByAgreement: true,
  start: () =>
    Array.from({ length: 64 }, (_, square): Piece | null => {
      const row = Math.floor(square / 8);
      if ((row + square) % 2 === 0 || row === 3 || row === 4) return null;
      return { player: row < 3 ? "black" : "red", type: "man" };
    }),
  columns: (board) => Math.sqrt(board.length),
  isPlayable: (square, columns) => (Math.floor(square / columns) + square) % 2 === 1,
  read: ({ move }) => move as CheckersWish,
  complete: ({ captures = [], from, path, to }, _board, legal) => {
    if (!legal) return { from, to, captures, path: path ?? [to] };
    return legal.find((move) => move.from === from && move.to === to) ?? null;
  },
  make: (board, move, side) => {
    const next = [...board];
    const piece = next[move.from] ?? { player: side as Color, type: "man" };
    for (const square of [move.from, ...move.captures]) next[square] = null;
    next[move.to] = piece;
    return { made: { move, becameKing: false }, board: next };
  },
};
