// English for connect four; the other languages have the same keys. The element's own messages are English.
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

/** The messages of connect four in any language. */
export type Words = Translation<typeof words, ConnectFourMessages>;
