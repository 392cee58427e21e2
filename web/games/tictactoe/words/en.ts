// English for tic-tac-toe; the other languages have the same keys. The element's own messages are English.
import type { Translation } from "../../../app/src/language/game-words.js";
import type { TicTacToeMessages } from "../element.js";

const words = {
  name: "Tic-tac-toe",
  variants: {
    classic: "Tic-tac-toe",
  },
  sentences: {
    victoryLine: "Three in a row.",
    drawBoardFull: "The board is full.",
    refusal_cell_taken: "This cell is taken.",
  },
  board: {},
} as const;

export default words;

/** The messages of tic-tac-toe in any language. */
export type Words = Translation<typeof words, TicTacToeMessages>;
