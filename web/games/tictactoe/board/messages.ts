// The messages of the tic-tac-toe board, as templates that a host can replace.

/** The English messages of the tic-tac-toe board; `cells` names the nine cells, separated by bars. */
export const TICTACTOE_MESSAGES = {
  board: "Tic-tac-toe board",
  youPlay: "you play {side}",
  cells: "top left|top middle|top right|middle left|centre|middle right|bottom left|bottom middle|bottom right",
  empty: "empty",
  canMove: "can be played",
  lastMove: "last move",
  winning: "winning line",
  marked: "{side} {square}",
  won: "{side} wins with {squares}",
  noLastMove: "No move yet",
  turnOf: "{side} to move",
  pieces: "{side}: {squares}",
  none: "none",
  premove: "premove",
  premoveSet: "Premove {square}",
  premoveCancelled: "Premove cancelled",
  premoveFailed: "The premove {square} is not possible",
  help: "Arrows move, Enter or Space plays, digits 1 to 9 jump to a cell. L last move, T turn, P your marks, O opposing marks.",
  cell_taken: "{square} is taken",
  game_over: "The game is not running",
  not_your_turn: "It is not your turn",
  out_of_board: "There is no cell {text}; cells are 1 to 9",
};

/** The messages of the tic-tac-toe board. */
export type TicTacToeMessages = typeof TICTACTOE_MESSAGES;
