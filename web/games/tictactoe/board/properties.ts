// The public face of the tic-tac-toe board: its properties, their defaults and its events.

import type { AnimationWish } from "../../../board/src/motion.js";
import { type Check, definitionsOf, list, oneOf, within } from "../../../board/src/properties.js";
import type { Refusal } from "../../../board/src/refusal.js";
import { TICTACTOE_MESSAGES, type TicTacToeMessages } from "./messages.js";

/** The two marks; X moves first. */
export type Mark = "X" | "O";

/** Everything a host can tell the tic-tac-toe board. */
export interface TicTacToeProperties {
  /** The nine cells row by row from the top left. */
  board: readonly (Mark | null)[];
  /** The mark to move; `null` when the game is not running. */
  turn: Mark | null;
  /** The mark of this player; `null` plays both. */
  you: Mark | null;
  lastMove: number | null;
  winningLine: readonly number[] | null;
  interactive: boolean;
  /** Whether each empty cell shows its number, as digits and moves name it. */
  coordinates: "auto" | "off";
  animation: AnimationWish;
  /** Milliseconds a mark takes to appear. */
  stepDuration: number;
  /** Whether single letters and digits are commands while the board has the focus. */
  shortcuts: boolean;
  theme: "wood" | "slate" | "contrast";
  /** Light or dark whatever the system says; `auto` follows it. */
  scheme: "auto" | "light" | "dark";
  /** What the host adds when the turn is asked for, such as the clocks. */
  status: string;
  /** The display names of the marks. */
  sides: Readonly<Record<Mark, string>>;
  /** Sentences that replace the English ones. */
  messages: Readonly<Partial<TicTacToeMessages>>;
}

/** The events of the tic-tac-toe board. */
export interface TicTacToeEvents {
  /** The player marks a cell; cancel it to leave the cell empty. */
  move: CustomEvent<{ readonly position: number }>;
  refusal: CustomEvent<Refusal>;
}

export const DEFAULTS: TicTacToeProperties = {
  board: Array<Mark | null>(9).fill(null),
  turn: null,
  you: null,
  lastMove: null,
  winningLine: null,
  interactive: true,
  coordinates: "auto",
  animation: "auto",
  stepDuration: 180,
  shortcuts: true,
  theme: "wood",
  scheme: "auto",
  status: "",
  sides: { X: "X", O: "O" },
  messages: {},
};

export const DEFINITIONS = definitionsOf(DEFAULTS, "you", "turn");

const nineCells: Check = (value, name) => {
  list(value, name);
  if ((value as unknown[]).length !== 9) throw new RangeError(`${name} must have nine cells`);
};

export const CHECKS: Partial<Record<keyof TicTacToeProperties, Check>> = {
  board: nineCells,
  turn: oneOf("X O"),
  you: oneOf("X O"),
  coordinates: oneOf("auto off"),
  animation: oneOf("auto on off"),
  stepDuration: within(0, 60_000),
  theme: oneOf("wood slate contrast"),
  scheme: oneOf("auto light dark"),
};

/** The sentences in force. */
export function messagesOf(properties: TicTacToeProperties): TicTacToeMessages {
  return { ...TICTACTOE_MESSAGES, ...properties.messages };
}
