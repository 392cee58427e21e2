// The public properties of the draughts board, their defaults and its events.

import type { AnimationWish, Removal } from "../../../board/src/motion.js";
import { type Check, definitionsOf, list, oneOf, within } from "../../../board/src/properties.js";
import type { Refusal } from "../../../board/src/refusal.js";
import type { Coordinates } from "../../../board/src/surface.js";
import { THEMES, type Theme } from "../../../board/src/theme.js";
import type { Target } from "./choice.js";
import { CHECKERS_MESSAGES, type CheckersMessages } from "./messages.js";
import type { Move, Position, Side } from "./move.js";
import type { PieceSet } from "./piece-layer.js";
import type { Premove } from "./premove.js";

/** When the pieces that must capture are ringed. */
export type CaptureHints = "always" | "after-refusal" | "never";

/** The properties of the draughts board. */
export interface CheckersProperties {
  /** The squares row by row from the top left, as on the wire. */
  board: Position;
  columns: number;
  rows: number;
  /** The playable squares; `null` means the chequered ones. */
  playable: readonly number[] | null;
  /** The label of each square in the variant's notation; `null` means letters and numbers from the bottom left. */
  labels: readonly (string | null)[] | null;
  /** The legal moves of the side to move. */
  legal: readonly Move[];
  /** The side to move; `null` when the game is not running. */
  turn: Side | null;
  /** The side of this player; `null` plays both sides. */
  you: Side | null;
  lastMove: Move | null;
  /** The side at the bottom; `auto` is the player's own. */
  orientation: Side | "auto";
  interactive: boolean;
  coordinates: Coordinates;
  animation: AnimationWish;
  /** Milliseconds for each step of a move. */
  stepDuration: number;
  removal: Removal;
  captureHints: CaptureHints;
  /** Whether tapping a square that only one piece can reach plays that move. */
  destinationFirst: boolean;
  /** Whether the player may choose one move before their turn, which is made when the turn comes if it is legal then. */
  premoves: boolean;
  /** Whether single letters are commands while the board has the focus. */
  shortcuts: boolean;
  /** The display names of the sides. */
  sides: Readonly<Record<Side, string>>;
  /** The colours of the pieces, first mover first. */
  pieces: "red-black" | "red-white" | "white-black" | "black-white";
  /** The look of the pieces: `rings`, `flat`, or `club` with ridged men and stacked kings. */
  pieceSet: PieceSet;
  theme: Theme;
  /** Light or dark; `auto` follows the system. */
  scheme: "auto" | "light" | "dark";
  /** The name of the variant, announced with the board. */
  variant: string;
  /** Text that is announced with the turn, such as the clocks. */
  status: string;
  /** Sentences that replace the English ones. */
  messages: Readonly<Partial<CheckersMessages>>;
}

/** The events of the draughts board. */
export interface CheckersEvents {
  /** The player moves; cancel it to keep the piece where it is. */
  move: CustomEvent<Move>;
  refusal: CustomEvent<Refusal>;
  /** A piece was selected or deselected. */
  select: CustomEvent<{ readonly square: number | null; readonly targets: readonly Target[] }>;
  /** A premove was chosen, or is no longer set. */
  premove: CustomEvent<Premove | null>;
  /** A typed command that starts with a slash and that the board does not handle. */
  command: CustomEvent<{ readonly name: string }>;
}

export const DEFAULTS: CheckersProperties = {
  board: [],
  columns: 8,
  rows: 8,
  playable: null,
  labels: null,
  legal: [],
  turn: null,
  you: null,
  lastMove: null,
  orientation: "auto",
  interactive: true,
  coordinates: "auto",
  animation: "auto",
  stepDuration: 150,
  removal: "after-move",
  captureHints: "always",
  destinationFirst: false,
  premoves: false,
  shortcuts: true,
  sides: { red: "Red", black: "Black" },
  pieces: "red-black",
  pieceSet: "rings",
  theme: "wood",
  scheme: "auto",
  variant: "",
  status: "",
  messages: {},
};

export const DEFINITIONS = definitionsOf(DEFAULTS, "you", "turn");

export const CHECKS: Partial<Record<keyof CheckersProperties, Check>> = {
  board: list,
  columns: within(1, 26),
  rows: within(1, 26),
  playable: list,
  labels: list,
  legal: list,
  turn: oneOf("red black"),
  you: oneOf("red black"),
  orientation: oneOf("auto red black"),
  coordinates: oneOf("auto squares off"),
  animation: oneOf("auto on off"),
  stepDuration: within(0, 60_000),
  removal: oneOf("at-once after-move"),
  captureHints: oneOf("always after-refusal never"),
  pieces: oneOf("red-black red-white white-black black-white"),
  pieceSet: oneOf("rings flat club"),
  theme: oneOf(THEMES),
  scheme: oneOf("auto light dark"),
};

/** The messages with the host's replacements. */
export function messagesOf(properties: CheckersProperties): CheckersMessages {
  return { ...CHECKERS_MESSAGES, ...properties.messages };
}
