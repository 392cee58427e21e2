// What a scripted opponent does: the whole game is written down beforehand, no rule is known.
import type { GameName } from "../types.js";
import type { Cell, Legal } from "../wire.js";

/** How the scripted game ends; `you` and `opponent` stand for the players' ids. */
export interface ScriptedEnd {
  winner: "you" | "opponent" | null;
  reason: "victory" | "draw" | "resignation" | "afk_timeout" | "disconnect";
  winningLine?: number[] | null;
}

/** A game written down beforehand. */
export interface Script<G extends GameName> {
  game: G;
  variant?: string;
  /** The start; the usual one of the game if left out. */
  board?: Cell<G>[];
  /** Your seat: 0, the default, moves first. */
  seat?: 0 | 1;
  /** What the opponent answers, move by move; an end instead of a move ends the game. */
  replies?: (Legal<G> | { end: ScriptedEnd })[];
  /** The legal moves of each of your turns; with none given, every move is taken. */
  legal?: Legal<G>[][];
}
