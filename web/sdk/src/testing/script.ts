// What a scripted opponent does: the whole game is written down beforehand, no rule is known.
import type { CheckersMove, GameName } from "../types.js";
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
  /** The start; an empty board of tic-tac-toe or English draughts if left out. */
  board?: Cell<G>[];
  /** Your seat: 0, the default, moves first. */
  seat?: 0 | 1;
  /** What the opponent answers, move by move; an end instead of a move ends the game. */
  replies?: (Legal<G> | { end: ScriptedEnd })[];
  /** The legal moves of each of your turns; with none given, every move is taken. */
  legal?: CheckersMove[][];
}

/** What is played when the script does not say. */
export const USUAL_VARIANT = { checkers: "english", tictactoe: "classic" } as const;

/** The board after a move: the piece goes from one square to another, captured pieces leave. */
export function after<G extends GameName>(board: readonly Cell<G>[], play: Legal<G>, mover: Cell<G>): Cell<G>[] {
  const next = [...board];
  if (typeof play === "number") {
    next[play] = mover;
  } else {
    const { from, to, captures } = play as CheckersMove;
    const piece = next[from] ?? mover;
    for (const square of [from, ...captures]) next[square] = null;
    next[to] = piece;
  }
  return next;
}

/** The usual start: three empty rows for tic-tac-toe, twelve men a side on eight by eight. */
export function usualStart<G extends GameName>(game: G): Cell<G>[] {
  if (game === "tictactoe") return Array<Cell<G>>(9).fill(null as Cell<G>);
  return Array.from({ length: 64 }, (_, square) => {
    const row = Math.floor(square / 8);
    if ((row + square) % 2 === 0 || row === 3 || row === 4) return null;
    return { player: row < 3 ? "black" : "red", type: "man" };
  }) as Cell<G>[];
}
