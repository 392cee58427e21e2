// Entry point `@parlour/board`: defines both elements.
export * from "./checkers.js";
export * from "./tictactoe.js";
