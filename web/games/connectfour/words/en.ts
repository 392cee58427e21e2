// English for connect four; the other languages follow these keys. The element speaks English by itself.
import type { Translation } from "../../../app/src/language/game-words.js";
import type { ConnectFourMessages } from "../element.js";

const words = {
  name: "Connect four",
  variants: {
    classic: "Connect four",
  },
  sentences: {
    victoryFour: "Four in a line.",
    drawColumnsFull: "The board is full.",
    refusal_cell_taken: "This column is full.",
    side_yellow: "Yellow",
  },
  board: {},
} as const;

export default words;

/** The words of connect four in any language. */
export type Words = Translation<typeof words, ConnectFourMessages>;
