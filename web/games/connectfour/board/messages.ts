// The messages of the connect four board, as templates that a host can replace.

/** The English messages of the connect four board. */
export const CONNECTFOUR_MESSAGES = {
  board: "Connect four board",
  youPlay: "you play {side}",
  cell: "column {column}, row {row}",
  column: "column {column}",
  empty: "empty",
  canMove: "can be played",
  lastMove: "last move",
  winning: "winning line",
  dropped: "{side} in {square}",
  won: "{side} wins with {squares}",
  noLastMove: "No move yet",
  turnOf: "{side} to move",
  pieces: "{side}: {squares}",
  none: "none",
  premove: "premove",
  premoveSet: "Premove {square}",
  premoveCancelled: "Premove cancelled",
  premoveFailed: "The premove {square} is not possible",
  help: "Left and right choose a column, Enter or Space drops a disc, digits 1 to 7 go to a column. L last move, T turn, P your discs, O opposing discs.",
  cell_taken: "{square} is full",
  game_over: "The game is not running",
  not_your_turn: "It is not your turn",
  out_of_board: "There is no column {text}; columns are 1 to 7",
};

/** The messages of the connect four board. */
export type ConnectFourMessages = typeof CONNECTFOUR_MESSAGES;
