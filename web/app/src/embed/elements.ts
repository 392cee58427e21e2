// The board elements, and what connects each one that carries a session token.
import "../part.js";

export { connectBoards } from "./connect-boards.js";
