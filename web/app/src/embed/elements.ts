// The board elements, and what connects each one that carries a session token.
import "@parlour/board";

export { connectBoards } from "./connect-boards.js";
