// Entry point `@parlour/board/tictactoe`: defines <tictactoe-board>.
import { register } from "../../board/src/board-element.js";
import { TicTacToeBoard } from "./board/tictactoe-board.js";

register("tictactoe-board", TicTacToeBoard);

export type { AnimationWish } from "../../board/src/motion.js";
export type { Refusal, RefusalCode } from "../../board/src/refusal.js";
export { TICTACTOE_MESSAGES, type TicTacToeMessages } from "./board/messages.js";
export type { Mark, TicTacToeEvents, TicTacToeProperties } from "./board/properties.js";
export { TicTacToeBoard };
