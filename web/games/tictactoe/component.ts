// <TicTacToeBoard>: three by three, connected to the game above it or controlled by props.
import "@parlour/board/tictactoe";
import type { TicTacToeBoard as TicTacToeElement, TicTacToeProperties } from "@parlour/board/tictactoe";
import type { ReactNode } from "react";
import { type FrameProps, useGameBoard } from "../../react/src/board-frame.js";
import { type TicTacToeMove, view } from "./view.js";

export type { TicTacToeMove } from "./view.js";

/** The properties of `<tictactoe-board>`; they override those of the game. */
export interface TicTacToeBoardProps extends Partial<TicTacToeProperties>, FrameProps<TicTacToeMove, TicTacToeElement> {}

/** A tic-tac-toe board. */
export function TicTacToeBoard(props: TicTacToeBoardProps): ReactNode {
  return useGameBoard<"tictactoe", TicTacToeProperties, TicTacToeMove, TicTacToeElement>(view, props);
}
