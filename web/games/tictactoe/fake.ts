// Tic-tac-toe on the scripted server: an empty cell takes a mark.
import type { GameFake } from "../../sdk/src/testing/game-fake.js";
import type { Mark } from "../../sdk/src/types.js";

/** An empty board unless the script has another one. */
export const fake: GameFake<"tictactoe"> = {
  variant: "classic",
  sides: [
    { wire: "X", name: "X" },
    { wire: "O", name: "O" },
  ],
  sideField: "mark",
  drawsByAgreement: false,
  start: () => Array<Mark | null>(9).fill(null),
  columns: () => 3,
  isPlayable: () => true,
  read: ({ position }) => position as number,
  complete: (position, board) => (board[position] === null ? position : null),
  make: (board, position, side) => ({ made: { position, mark: side }, board: board.with(position, side as Mark) }),
};
