// The public properties of the tic-tac-toe board, their defaults and its events.

import { PLACING_DEFAULTS, type PlacingProperties, placingChecks } from "../../../board/src/placing-board.js";
import { type Check, definitionsOf } from "../../../board/src/properties.js";
import type { Refusal } from "../../../board/src/refusal.js";
import type { TicTacToeMessages } from "./messages.js";

/** The two marks; X moves first. */
export type Mark = "X" | "O";

/** The properties of the tic-tac-toe board. */
export interface TicTacToeProperties extends PlacingProperties<Mark, TicTacToeMessages> {
  winningLine: readonly number[] | null;
}

/** The events of the tic-tac-toe board. */
export interface TicTacToeEvents {
  /** The player marks a cell; cancel it to leave the cell empty. */
  move: CustomEvent<{ readonly position: number }>;
  /** A move is chosen before the turn; `null` when it is made, cancelled or not possible. */
  premove: CustomEvent<{ readonly position: number } | null>;
  refusal: CustomEvent<Refusal>;
}

export const DEFAULTS: TicTacToeProperties = {
  ...PLACING_DEFAULTS,
  board: Array<Mark | null>(9).fill(null),
  winningLine: null,
  stepDuration: 180,
  sides: { X: "X", O: "O" },
};

export const DEFINITIONS = definitionsOf(DEFAULTS, "you", "turn");

export const CHECKS: Partial<Record<keyof TicTacToeProperties, Check>> = placingChecks(9, "nine", "X O");
