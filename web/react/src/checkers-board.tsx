// <CheckersBoard>: any board of the draughts family, connected to the game above it or controlled by props.
import "@parlour/board/checkers";
import type { CheckersBoard as CheckersElement, CheckersProperties, Move } from "@parlour/board/checkers";
import type { RoomState } from "@parlour/sdk";
import type { ReactNode } from "react";
import { type FrameProps, useBoard, useOptionalState } from "./board-frame.js";

/** The properties of `<checkers-board>`; each one given beats the game's own. */
export interface CheckersBoardProps extends Partial<CheckersProperties>, FrameProps<Move, CheckersElement> {}

const PIECES = new Set<string>(["red-black", "red-white", "white-black", "black-white"]);

/** A draughts board. */
export function CheckersBoard({ boardRef, className, onMove, onRefusal, style, ...own }: CheckersBoardProps): ReactNode {
  const { game, state } = useOptionalState();
  const shown = state?.game === "checkers" && state.roomId !== null ? shownBy(state) : {};
  const properties: Partial<CheckersProperties> = { ...shown, ...own };
  return useBoard<Move, CheckersElement>({
    tag: "checkers-board",
    ratio: (properties.columns ?? 8) / (properties.rows ?? 8),
    properties,
    frame: { boardRef, className, onMove, onRefusal, style },
    play: ({ captures, from, path, to }) =>
      game?.game === "checkers"
        ? game.move({ from, to, ...(captures && { captures: [...captures] }), ...(path && { path: [...path] }) })
        : undefined,
  });
}

function shownBy(state: RoomState<"checkers">): Partial<CheckersProperties> {
  const { board, connection, history, layout, legal, phase, players, seat, turn } = state;
  const side = Math.sqrt(board.length);
  return {
    board,
    legal,
    turn: phase === "playing" ? (players[turn]?.color ?? null) : null,
    you: seat === null ? null : (players[seat]?.color ?? null),
    interactive: seat !== null && connection !== "taken-over",
    lastMove: history.at(-1)?.move ?? null,
    ...(layout ? laidOut(layout) : { columns: side, rows: side }),
  };
}

/** One object per layout: the element compares by identity. */
const layouts = new WeakMap<object, Partial<CheckersProperties>>();

function laidOut(layout: NonNullable<RoomState<"checkers">["layout"]>): Partial<CheckersProperties> {
  const known = layouts.get(layout);
  if (known) return known;
  const { columns, labels, name, playable, removal, rows, sides } = layout;
  const [first, second] = sides;
  const pieces = `${first.name}-${second.name}`.toLowerCase();
  const properties: Partial<CheckersProperties> = {
    columns, rows, playable, labels, removal,
    variant: name,
    sides: { red: first.name, black: second.name },
    ...(PIECES.has(pieces) && { pieces: pieces as CheckersProperties["pieces"] }),
  };
  layouts.set(layout, properties);
  return properties;
}
