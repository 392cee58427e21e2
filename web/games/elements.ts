// Entry point `@parlour/board`: defines the element of every game.
export * from "./checkers/element.js";
export * from "./connectfour/element.js";
export * from "./tictactoe/element.js";
