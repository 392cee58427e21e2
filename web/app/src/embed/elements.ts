// Loads board elements and connects those that have a session token.
import "../part.js";

export { connectBoards } from "./connect-boards.js";
