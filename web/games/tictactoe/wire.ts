// Tic-tac-toe on the wire: a move is a cell, and every empty cell is legal.
import { MoveError } from "../../sdk/src/errors.js";
import type { GameNotation, GameWire } from "../../sdk/src/game-wire.js";

/** The wire mapping of tic-tac-toe. */
export const wire: GameWire<"tictactoe"> = {
  request: (position) => ({ position }),
  entry: ({ mark, position }, playerId, timestamp) => ({ position, mark, playerId, timestamp }),
  isSame: ({ position }, play) => position === play,
  legalOn: (board) => board.flatMap((cell, index) => (cell === null ? [index] : [])),
  read: (text) => {
    if (/^[0-8]$/.test(text.trim())) return Number(text);
    throw new MoveError("bad_payload", `"${text}" is not a cell`, { hint: "Cells are 0 to 8, row by row." });
  },
  winningLine: ({ winningLine }) => winningLine,
};

/** The notation of tic-tac-toe. */
export const notation: GameNotation<"tictactoe"> = {
  write: (position) => String(position + 1),
  writeEntry: ({ mark, position }) => `${mark} ${position + 1}`,
  played: ({ position }) => position,
  side: ({ mark }) => mark,
};
