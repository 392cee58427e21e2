// Entry point `@parlour/board/tictactoe`: defines <tictactoe-board>.
import { register } from "./board-element.js";
import { TicTacToeBoard } from "./tictactoe-board.js";

register("tictactoe-board", TicTacToeBoard);

export { TicTacToeBoard };
export { TICTACTOE_MESSAGES, type TicTacToeMessages } from "./tictactoe-messages.js";
export type { AnimationWish } from "./motion.js";
export type { Refusal, RefusalCode } from "./refusal.js";
export type { Mark, TicTacToeEvents, TicTacToeProperties } from "./tictactoe-properties.js";
