// An evaluation as a figure and in words.
import { translate } from "../language/language.js";
import type { Line } from "../replay.js";

/** The score in men, from the point of view of the first side. */
export function figure({ decidedIn, score }: Line): string {
  if (decidedIn !== null) return `${score > 0 ? "+" : "−"}#${decidedIn}`;
  const men = (Math.abs(score) / 100).toFixed(1);
  return men === "0.0" ? men : `${score < 0 ? "−" : "+"}${men}`;
}

/** Who is better, in words; `sides` are the names of the sides. */
export function wordsOf({ decidedIn, score }: Line, sides: readonly string[]): string {
  const side = sides[score > 0 ? 0 : 1] ?? "";
  if (decidedIn !== null) return translate("evaluationDecided", { side, count: Math.ceil(decidedIn / 2) });
  const lead = Math.abs(score);
  if (lead < 25) return translate("evaluationEven");
  return translate(lead < 75 ? "evaluationSlight" : lead < 250 ? "evaluationBetter" : "evaluationWinning", { side });
}

/** The first side's share of the evaluation bar, 0 to 1. */
export function shareOf({ score }: Pick<Line, "score"> & Partial<Line>): number {
  return 1 / (1 + Math.exp(-score / 150));
}
