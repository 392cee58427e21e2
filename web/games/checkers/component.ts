// <CheckersBoard>: any board of the draughts family, connected to the game above it or controlled by props.
import "@parlour/board/checkers";
import type { CheckersBoard as CheckersElement, CheckersProperties, Move } from "@parlour/board/checkers";
import type { ReactNode } from "react";
import { type FrameProps, useGameBoard } from "../../react/src/board-frame.js";
import { view } from "./view.js";

/** The properties of `<checkers-board>`; they override those of the game. */
export interface CheckersBoardProps extends Partial<CheckersProperties>, FrameProps<Move, CheckersElement> {}

/** A draughts board. */
export function CheckersBoard(props: CheckersBoardProps): ReactNode {
  return useGameBoard<"checkers", CheckersProperties, Move, CheckersElement>(view, props);
}
