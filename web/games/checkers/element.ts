// Entry point `@parlour/board/checkers`: defines <checkers-board>.
import { register } from "../../board/src/board-element.js";
import { CheckersBoard } from "./board/checkers-board.js";

register("checkers-board", CheckersBoard);

export type { AnimationWish, Removal } from "../../board/src/motion.js";
export type { Refusal, RefusalCode } from "../../board/src/refusal.js";
export type { Coordinates } from "../../board/src/surface.js";
export type { Target } from "./board/choice.js";
export { CHECKERS_MESSAGES, type CheckersMessages } from "./board/messages.js";
export type { Move, Piece, Position, Side } from "./board/move.js";
export type { PieceSet } from "./board/piece-layer.js";
export type { Premove } from "./board/premove.js";
export type { CaptureHints, CheckersEvents, CheckersProperties } from "./board/properties.js";
export { CheckersBoard };
