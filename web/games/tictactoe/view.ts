// The properties of <tictactoe-board> for a game of tic-tac-toe, and the moves of its events.
import type { TicTacToeProperties } from "@parlour/board/tictactoe";
import { boardState, type GameView } from "../view.js";

/** The cell of a move. */
export interface TicTacToeMove {
  readonly position: number;
}

/** The view of tic-tac-toe. */
export const view: GameView<"tictactoe", TicTacToeProperties, TicTacToeMove> = {
  game: "tictactoe",
  tag: "tictactoe-board",
  ratio: () => 1,
  properties: (state, options) => {
    const { board, interactive, last, present, turn, you } = boardState(state, options);
    return {
      board,
      turn: turn?.mark ?? null,
      you: you?.mark ?? null,
      interactive,
      lastMove: last?.position ?? null,
      winningLine: present ? (state.result?.winningLine ?? null) : null,
    };
  },
  layoutProperties: () => ({}),
  play: ({ position }) => position,
};
