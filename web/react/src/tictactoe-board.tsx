// <TicTacToeBoard>: three by three, connected to the game above it or controlled by props.
import "@parlour/board/tictactoe";
import type { TicTacToeBoard as TicTacToeElement, TicTacToeProperties } from "@parlour/board/tictactoe";
import type { RoomState } from "@parlour/sdk";
import type { ReactNode } from "react";
import { type FrameProps, useBoard, useOptionalState } from "./board-frame.js";

/** The cell of a move. */
export interface TicTacToeMove {
  readonly position: number;
}

/** The properties of `<tictactoe-board>`; each one given beats the game's own. */
export interface TicTacToeBoardProps extends Partial<TicTacToeProperties>, FrameProps<TicTacToeMove, TicTacToeElement> {}

/** A tic-tac-toe board. */
export function TicTacToeBoard({ boardRef, className, onMove, onRefusal, style, ...own }: TicTacToeBoardProps): ReactNode {
  const { game, state } = useOptionalState();
  const shown = state?.game === "tictactoe" && state.roomId !== null ? shownBy(state) : {};
  return useBoard<TicTacToeMove, TicTacToeElement>({
    tag: "tictactoe-board",
    ratio: 1,
    properties: { ...shown, ...own },
    frame: { boardRef, className, onMove, onRefusal, style },
    play: ({ position }) => (game?.game === "tictactoe" ? game.move(position) : undefined),
  });
}

function shownBy(state: RoomState<"tictactoe">): Partial<TicTacToeProperties> {
  const { board, connection, history, phase, players, result, seat, turn } = state;
  return {
    board,
    turn: phase === "playing" ? (players[turn]?.mark ?? null) : null,
    you: seat === null ? null : (players[seat]?.mark ?? null),
    interactive: seat !== null && connection !== "taken-over",
    lastMove: history.at(-1)?.position ?? null,
    winningLine: result?.winningLine ?? null,
  };
}
