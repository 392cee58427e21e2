// The public properties of the connect four board, their defaults and its events.

import { PLACING_DEFAULTS, type PlacingProperties, placingChecks } from "../../../board/src/placing-board.js";
import { type Check, definitionsOf } from "../../../board/src/properties.js";
import type { Refusal } from "../../../board/src/refusal.js";
import type { ConnectFourMessages } from "./messages.js";

/** The two kinds of discs; red moves first. */
export type Disc = "red" | "yellow";

/** The properties of the connect four board. */
export interface ConnectFourProperties extends PlacingProperties<Disc, ConnectFourMessages> {
  winningCells: readonly number[] | null;
}

/** The events of the connect four board. */
export interface ConnectFourEvents {
  /** The player drops a disc into a column; cancel it to leave the column as it is. */
  move: CustomEvent<{ readonly column: number }>;
  /** A move is chosen before the turn; `null` when it is made, cancelled or not possible. */
  premove: CustomEvent<{ readonly column: number } | null>;
  refusal: CustomEvent<Refusal>;
}

export const DEFAULTS: ConnectFourProperties = {
  ...PLACING_DEFAULTS,
  board: Array<Disc | null>(42).fill(null),
  winningCells: null,
  stepDuration: 70,
  sides: { red: "Red", yellow: "Yellow" },
};

export const DEFINITIONS = definitionsOf(DEFAULTS, "you", "turn");

export const CHECKS: Partial<Record<keyof ConnectFourProperties, Check>> = placingChecks(42, "42", "red yellow");
