// Runs keyboard commands on the draughts board.
import type { Command } from "../../../board/src/commands.js";
import type { Grid } from "../../../board/src/grid.js";
import type { View } from "../../../board/src/view.js";
import type { Move, Position, Side } from "./move.js";
import type { Selection } from "./selection.js";
import type { Speech } from "./speech.js";
import type { Turn } from "./turn.js";

/** The part of the board that commands use. */
export interface CommandTarget {
  readonly grid: Grid;
  readonly selection: Selection;
  readonly view: View;
  readonly position: Position;
  readonly ownTurn: Turn;
  readonly speech: Speech;
  readonly turn: Side | null;
  readonly lastMove: Move | null;
  readonly status: string;
  /** Cancels a premove; returns whether there was one. */
  cancelPremove(): boolean;
  /** Cancels a drag; returns whether there was one. */
  stopDragging(): boolean;
  flip(): void;
  /** Shows and announces a sentence. */
  notify(sentence: string): void;
}

/** Runs a command; returns whether it applied. */
export function runCommand(board: CommandTarget, command: Command): boolean {
  const { grid, selection, view } = board;
  const here = grid.square ?? 0;
  switch (command.kind) {
    case "go":
      grid.focus(view.neighbour(here, command.direction));
      return true;
    case "edge":
      grid.focus(edge(view, here, command.last, command.whole));
      return true;
    case "act":
      selection.tap(here);
      return true;
    case "cancel":
      if (board.stopDragging() || board.cancelPremove()) return true;
      if (!selection.choice) return false;
      selection.putDown();
      return true;
    case "undo":
      return board.cancelPremove() || selection.undo();
    case "movable":
      return cycle(board, board.ownTurn.selectable, command.back, "noMoves");
    case "target":
      return cycle(
        board,
        selection.targets.map(({ square }) => square),
        command.back,
        "nothing",
      );
    case "digit": {
      const target = selection.targets.find(({ number }) => number === command.digit);
      if (target) selection.tap(target.square);
      return target !== undefined;
    }
    case "flip":
      board.flip();
      return true;
    default:
      board.notify(answer(board, command.kind));
      return true;
  }
}

/** A question that the board answers. */
export type Question = "last" | "turn" | "own" | "opposing" | "lines" | "help";

/** Answers a question in words. */
export function answer(board: CommandTarget, question: Question): string {
  const { position, lastMove, ownTurn, view, speech } = board;
  switch (question) {
    case "last": {
      const side = lastMove && position[lastMove.to]?.player;
      return lastMove && side ? speech.move(lastMove, side) : speech.say("noLastMove");
    }
    case "turn": {
      const turn = board.turn ? speech.say("turnOf", { side: speech.side(board.turn) }) : speech.say("game_over");
      return board.status ? `${turn}. ${board.status}` : turn;
    }
    case "own":
      return speech.pieces(position, ownTurn.side);
    case "opposing":
      return speech.pieces(position, ownTurn.side === "red" ? "black" : "red");
    case "lines":
      return speech.lines(view, position, board.grid.square ?? 0);
    case "help":
      return speech.say("help");
  }
}

function edge(view: View, here: number, last: boolean, whole: boolean): number {
  const squares = whole ? view.order() : view.row(view.place(here).row);
  return squares.at(last ? -1 : 0) ?? here;
}

/** Moves the focus to the next of these squares in reading order. */
function cycle(board: CommandTarget, squares: Iterable<number>, back: boolean, nothing: "noMoves" | "nothing"): boolean {
  const { grid, view, speech } = board;
  const offered = new Set(squares);
  const order = back ? view.order().reverse() : view.order();
  const here = order.indexOf(grid.square ?? 0) + 1;
  const next = [...order.slice(here), ...order].find((square) => offered.has(square));
  if (next === undefined) board.notify(speech.say(nothing));
  else grid.focus(next);
  return true;
}
