// The script of an opponent: the whole game is written in advance, without rules.
import type { GameName } from "../types.js";
import type { Cell, Legal } from "../wire.js";

/** How the scripted game ends; `you` and `opponent` stand for the players' ids. */
export interface ScriptedEnd {
  winner: "you" | "opponent" | null;
  reason: "victory" | "draw" | "resignation" | "afk_timeout" | "time_forfeit" | "disconnect";
  winningLine?: number[] | null;
}

/** A game that is written in advance. */
export interface Script<G extends GameName> {
  game: G;
  variant?: string;
  /** The start; the game's usual one by default. */
  board?: Cell<G>[];
  /** Your seat: 0, the default, moves first. */
  seat?: 0 | 1;
  /** The opponent's replies in order; an end instead of a move ends the game. */
  replies?: (Legal<G> | { end: ScriptedEnd })[];
  /** The legal moves of each of your turns; without them every move is accepted. */
  legal?: Legal<G>[][];
}
