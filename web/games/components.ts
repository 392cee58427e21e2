// The boards of `@parlour/react`: one component for the element of each game.
export * from "./checkers/component.js";
export * from "./connectfour/component.js";
export * from "./tictactoe/component.js";
