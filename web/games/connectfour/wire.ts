// Connect four on the wire: a move is a column, and every column that is not full is legal.
import { MoveError } from "../../sdk/src/errors.js";
import type { GameNotation, GameWire } from "../../sdk/src/game-wire.js";

const COLUMNS = 7;

/** The wire mapping of connect four. */
export const wire: GameWire<"connectfour"> = {
  request: (column) => ({ column }),
  entry: ({ column, disc, position }, playerId, timestamp) => ({ column, position, disc, playerId, timestamp }),
  isSame: ({ column }, play) => column === play,
  legalOn: (board) => board.slice(0, COLUMNS).flatMap((cell, column) => (cell === null ? [column] : [])),
  read: (text) => {
    if (/^[1-7]$/.test(text.trim())) return Number(text) - 1;
    throw new MoveError("bad_payload", `"${text}" is not a column`, { hint: "Columns are 1 to 7, from the left." });
  },
  winningLine: ({ winningCells }) => winningCells,
};

/** The notation of connect four. */
export const notation: GameNotation<"connectfour"> = {
  write: (column) => String(column + 1),
  played: ({ column }) => column,
  side: ({ disc }) => disc,
};
