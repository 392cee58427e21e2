// Every sentence the boards show or speak, as templates that a host can replace.

/** The English sentences of the draughts board; `{name}` marks a value. */
export const CHECKERS_MESSAGES = {
  board: "Draughts board",
  youPlay: "you play {side}",
  man: "man",
  king: "king",
  piece: "{side} {kind}",
  empty: "empty",
  canMove: "can move",
  mustCapture: "must capture",
  selected: "selected",
  destination: "legal destination",
  step: "way point",
  route: "route {number}",
  lastMove: "last move",
  moved: "{side} {from} to {to}",
  took: "{side} {from} takes {captured}, lands {to}",
  youMustCapture: "You must capture: {squares}",
  picked: "{square} selected. Destinations: {squares}",
  putBack: "Selection cleared",
  whichRoute: "More than one route. Choose: {options}",
  option: "{number} by {square}",
  noSelection: "Nothing is selected",
  noMoves: "No legal moves",
  movable: "Legal moves: {moves}",
  noLastMove: "No move yet",
  turnOf: "{side} to move",
  noTurn: "The game is not running",
  pieces: "{side}: {count}. Men: {men}. Kings: {kings}",
  none: "none",
  line: "{direction}: {squares}",
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  upLeft: "up left",
  upRight: "up right",
  downLeft: "down left",
  downRight: "down right",
  flipped: "Board flipped, {side} at the bottom",
  typeMove: "Type a move",
  help:
    "Arrows move, Enter or Space selects and plays, Escape cancels, Backspace undoes a step. " +
    "M next movable piece, D next destination, L last move, T turn, P your pieces, O opposing pieces, X lines from here, F flip.",
  ambiguous_move: "More than one move fits {text}: {moves}",
  blocked: "The piece on {square} has no legal move",
  game_over: "The game is not running",
  illegal_move: "{text} is not a legal move here",
  must_capture: "You must capture. Pieces that can: {squares}",
  not_your_piece: "The piece on {square} is not yours",
  not_your_turn: "It is not your turn",
  out_of_board: "There is no square {text} on this board",
  unreadable_move: "Type a move like {example}",
};

/** The sentences of the draughts board. */
export type CheckersMessages = typeof CHECKERS_MESSAGES;

/** The English sentences of the tic-tac-toe board; `cells` names the nine cells, separated by bars. */
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
  noTurn: "The game is not running",
  pieces: "{side}: {squares}",
  none: "none",
  help: "Arrows move, Enter or Space plays, digits 1 to 9 jump to a cell. L last move, T turn, P your marks, O opposing marks.",
  cell_taken: "{square} is taken",
  game_over: "The game is not running",
  not_your_turn: "It is not your turn",
  out_of_board: "There is no cell {text}; cells are 1 to 9",
};

/** The sentences of the tic-tac-toe board. */
export type TicTacToeMessages = typeof TICTACTOE_MESSAGES;

/** Puts values into a template. */
export function fill(template: string, values: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}
