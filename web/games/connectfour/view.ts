// The properties of <connectfour-board> for a game of connect four, and the moves of its events.
import type { ConnectFourProperties } from "@parlour/board/connectfour";
import { boardState, type GameView, SERVER_NAMES } from "../view.js";

/** The column of a move. */
export interface ConnectFourMove {
  readonly column: number;
}

/** The view of connect four. */
export const view: GameView<"connectfour", ConnectFourProperties, ConnectFourMove> = {
  game: "connectfour",
  tag: "connectfour-board",
  ratio: () => 7 / 6,
  properties: (state, options) => {
    const { board, interactive, last, present, turn, you } = boardState(state, options);
    return {
      ...(state.layout && view.layoutProperties(state.layout, options?.names)),
      board,
      turn: turn?.disc ?? null,
      you: you?.disc ?? null,
      interactive,
      lastMove: last?.position ?? null,
      winningCells: present ? (state.result?.winningLine ?? null) : null,
    };
  },
  layoutProperties: ({ sides: [red, yellow] }, { side } = SERVER_NAMES) => ({
    sides: { red: side(red.name), yellow: side(yellow.name) },
  }),
  play: ({ column }) => column,
};
