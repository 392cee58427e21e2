// Judges the moves of a line: a move costs what the position after it is worse than the one before.
import type { MoveTree } from "./move-tree.js";

/** A move that costs more than this, in hundredths of a man, is a mistake or a blunder; `parlour analyse` has the same bound. */
const COSTS = { mistake: 60, blunder: 200 };
/** What a decided game counts where mistakes are measured. */
export const DECIDED = 1000;
/** How bad a move is. */
export type Grade = "mistake" | "blunder";

/** A move of a reviewed line. */
export interface Judged {
  readonly id: number;
  /** The evaluation after the move, for the side that moves first in the game, in hundredths of a man. */
  readonly score: number;
  readonly grade: Grade | null;
  /** The better move in notation, if this one is a mistake. */
  readonly better: string | null;
}

/** What a search found of a position. */
export interface Evaluation {
  readonly score: number;
  /** The best move in notation; `null` if the game is over. */
  readonly best: string | null;
}

/** Judges the moves of a line by the evaluations of its positions, the start first; the line may go on beyond them. */
export function judge(tree: MoveTree, line: readonly number[], evaluations: readonly Evaluation[]): Judged[] {
  return line.slice(0, Math.max(0, evaluations.length - 1)).map((id, index) => {
    const [before, after] = [evaluations[index], evaluations[index + 1]];
    const score = after?.score ?? 0;
    const sign = (tree.turn + index) % 2 === 0 ? 1 : -1;
    const cost = before?.best === tree.moves.get(id)?.text ? 0 : sign * (bounded(before?.score ?? 0) - bounded(score));
    const grade = cost > COSTS.blunder ? "blunder" : cost > COSTS.mistake ? "mistake" : null;
    return { id, score, grade, better: grade && (before?.best ?? null) };
  });
}

/** A score between those of decided games. */
export function bounded(score: number): number {
  return Math.max(-DECIDED, Math.min(DECIDED, score));
}
