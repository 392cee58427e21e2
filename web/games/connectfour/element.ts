// Entry point `@parlour/board/connectfour`: defines <connectfour-board>.
import { register } from "../../board/src/board-element.js";
import { ConnectFourBoard } from "./board/connectfour-board.js";

register("connectfour-board", ConnectFourBoard);

export type { AnimationWish } from "../../board/src/motion.js";
export type { Refusal, RefusalCode } from "../../board/src/refusal.js";
export { CONNECTFOUR_MESSAGES, type ConnectFourMessages } from "./board/messages.js";
export type { ConnectFourEvents, ConnectFourProperties, Disc } from "./board/properties.js";
export { ConnectFourBoard };
