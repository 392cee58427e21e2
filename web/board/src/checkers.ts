// Entry point `@parlour/board/checkers`: defines <checkers-board>.
import { register } from "./board-element.js";
import { CheckersBoard } from "./checkers-board.js";

register("checkers-board", CheckersBoard);

export { CheckersBoard };
export type { CaptureHints, CheckersEvents, CheckersProperties } from "./checkers-properties.js";
export type { Target } from "./choice.js";
export { CHECKERS_MESSAGES, type CheckersMessages } from "./checkers-messages.js";
export type { AnimationWish, Removal } from "./motion.js";
export type { Move, Piece, Position, Side } from "./move.js";
export type { Refusal, RefusalCode } from "./refusal.js";
export type { Coordinates } from "./surface.js";
