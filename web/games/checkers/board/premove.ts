// A move that the player chooses before their turn; it is made when the turn comes, if it is legal then.
import { differentOutcomes } from "./choice.js";
import type { Move } from "./move.js";

/** The piece that is to move, and where. */
export interface Premove {
  readonly from: number;
  readonly to: number;
}

/** The legal move that a premove has become; `null` if there is none, or several that capture different pieces. */
export function moveOf(premove: Premove, legal: readonly Move[]): Move | null {
  const [move, ...others] = differentOutcomes(legal.filter(({ from, to }) => from === premove.from && to === premove.to));
  return others.length === 0 ? (move ?? null) : null;
}
