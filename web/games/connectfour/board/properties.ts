// The public face of the connect four board: its properties, their defaults and its events.

import type { AnimationWish } from "../../../board/src/motion.js";
import { type Check, definitionsOf, list, oneOf, within } from "../../../board/src/properties.js";
import type { Refusal } from "../../../board/src/refusal.js";
import { CONNECTFOUR_MESSAGES, type ConnectFourMessages } from "./messages.js";

/** The two kinds of discs; red moves first. */
export type Disc = "red" | "yellow";

/** Everything a host can tell the connect four board. */
export interface ConnectFourProperties {
  /** The 42 cells row by row from the top left. */
  board: readonly (Disc | null)[];
  /** The discs to move; `null` when the game is not running. */
  turn: Disc | null;
  /** The discs of this player; `null` plays both. */
  you: Disc | null;
  /** The cell of the last disc. */
  lastMove: number | null;
  winningCells: readonly number[] | null;
  interactive: boolean;
  /** Whether the columns show their numbers, as digits and moves name them. */
  coordinates: "auto" | "off";
  animation: AnimationWish;
  /** Milliseconds a disc takes to fall one row. */
  stepDuration: number;
  /** Whether single letters and digits are commands while the board has the focus. */
  shortcuts: boolean;
  theme: "wood" | "slate" | "contrast";
  /** Light or dark whatever the system says; `auto` follows it. */
  scheme: "auto" | "light" | "dark";
  /** What the host adds when the turn is asked for, such as the clocks. */
  status: string;
  /** The display names of the sides. */
  sides: Readonly<Record<Disc, string>>;
  /** Sentences that replace the English ones. */
  messages: Readonly<Partial<ConnectFourMessages>>;
}

/** The events of the connect four board. */
export interface ConnectFourEvents {
  /** The player drops a disc into a column; cancel it to leave the column as it is. */
  move: CustomEvent<{ readonly column: number }>;
  refusal: CustomEvent<Refusal>;
}

export const DEFAULTS: ConnectFourProperties = {
  board: Array<Disc | null>(42).fill(null),
  turn: null,
  you: null,
  lastMove: null,
  winningCells: null,
  interactive: true,
  coordinates: "auto",
  animation: "auto",
  stepDuration: 70,
  shortcuts: true,
  theme: "wood",
  scheme: "auto",
  status: "",
  sides: { red: "Red", yellow: "Yellow" },
  messages: {},
};

export const DEFINITIONS = definitionsOf(DEFAULTS, "you", "turn");

const allCells: Check = (value, name) => {
  list(value, name);
  if ((value as unknown[]).length !== 42) throw new RangeError(`${name} must have 42 cells`);
};

export const CHECKS: Partial<Record<keyof ConnectFourProperties, Check>> = {
  board: allCells,
  turn: oneOf("red yellow"),
  you: oneOf("red yellow"),
  coordinates: oneOf("auto off"),
  animation: oneOf("auto on off"),
  stepDuration: within(0, 60_000),
  theme: oneOf("wood slate contrast"),
  scheme: oneOf("auto light dark"),
};

/** The sentences in force. */
export function messagesOf(properties: ConnectFourProperties): ConnectFourMessages {
  return { ...CONNECTFOUR_MESSAGES, ...properties.messages };
}
