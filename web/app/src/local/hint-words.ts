// A hint in words: the move, and the facts that speak for it.
import { type GameState, legalTexts } from "@parlour/sdk";
import { translate, translateFor } from "../language/language.js";
import type { MoveHint } from "./module.js";

/** From this lead on, in hundredths of a man, every other move is a mistake. */
const MISTAKE = 70;

/** The move and why, in one or two sentences. */
export function hintInWords(state: GameState, hint: MoveHint): string {
  const [move = ""] = legalTexts({ ...state, legal: [hint.move] } as GameState);
  return `${translate("hintMove", { move })} ${reasons(state, hint).join(" ")}`.trim();
}

function reasons({ game }: GameState, { captures, lead, only, promotes, score, winsIn }: MoveHint): string[] {
  if (only) return [translate("hintOnly")];
  const found: string[] = [];
  if (winsIn !== null) found.push(translate("hintWins", { count: winsIn }));
  if (captures > 0) found.push(translateFor(game, "hintCaptures", "", { count: captures }));
  if (promotes) found.push(translateFor(game, "hintPromotes", ""));
  if (winsIn === null && lead !== null && lead >= MISTAKE) found.push(translate("hintOthersWorse"));
  if (found.length === 0) found.push(translate(score > 40 ? "hintBetter" : score < -40 ? "hintHolds" : "hintSolid"));
  return found;
}
