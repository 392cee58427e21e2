// <ConnectFourBoard>: seven columns of six, connected to the game above it or controlled by props.
import "@parlour/board/connectfour";
import type { ConnectFourBoard as ConnectFourElement, ConnectFourProperties } from "@parlour/board/connectfour";
import type { ReactNode } from "react";
import { type FrameProps, useGameBoard } from "../../react/src/board-frame.js";
import { type ConnectFourMove, view } from "./view.js";

export type { ConnectFourMove } from "./view.js";

/** The properties of `<connectfour-board>`; they override those of the game. */
export interface ConnectFourBoardProps extends Partial<ConnectFourProperties>, FrameProps<ConnectFourMove, ConnectFourElement> {}

/** A connect four board. */
export function ConnectFourBoard(props: ConnectFourBoardProps): ReactNode {
  return useGameBoard<"connectfour", ConnectFourProperties, ConnectFourMove, ConnectFourElement>(view, props);
}
