// Connect four on the scripted server: a disc falls to the lowest free cell of its column.
import type { GameFake } from "../../sdk/src/testing/game-fake.js";
import type { Disc } from "../../sdk/src/types.js";

const COLUMNS = 7;

/** An empty board unless the script has another one. */
export const fake: GameFake<"connectfour"> = {
  variant: "classic",
  sides: [
    { wire: "red", name: "Red" },
    { wire: "yellow", name: "Yellow" },
  ],
  sideField: "disc",
  drawsByAgreement: false,
  start: () => Array<Disc | null>(42).fill(null),
  columns: () => COLUMNS,
  isPlayable: () => true,
  read: ({ column }) => column as number,
  complete: (column, board) => (board[column] === null ? column : null),
  make: (board, column, side) => {
    const disc = side as Disc;
    const position = board.findLastIndex((cell, index) => cell === null && index % COLUMNS === column);
    return { made: { column, position, disc }, board: board.with(position, disc) };
  },
};
