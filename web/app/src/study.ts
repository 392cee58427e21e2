// Studying: games from text and what the engine thinks, as the server tells it.
import type { AnalysisLine, Replay, ReplayPly } from "@parlour/sdk";
import { post } from "./server.js";

/** A move of a followed game, and the board after it. */
export interface StudyPly {
  readonly text: string;
  readonly move: ReplayPly["move"];
  readonly board: Readonly<Replay["board"]>;
  readonly currentTurn: number;
  readonly position: string;
}

/** A game that was followed. */
export interface Study {
  readonly variant: string;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
  readonly start: string;
  readonly board: Readonly<Replay["board"]>;
  readonly currentTurn: number;
  readonly plies: readonly StudyPly[];
  readonly result: string | null;
  readonly faults: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly games: number;
}

/** One line of play; the score is for the side that begins, in hundredths of a man. */
export interface Line {
  readonly score: number;
  readonly decidedIn: number | null;
  readonly moves: Readonly<AnalysisLine["moves"]>;
  readonly text: readonly string[];
}

/** What the engine thinks of a position. */
export interface Analysis {
  readonly depth: number;
  readonly lines: readonly Line[];
}

/** Follows the first game of a text; a bare position becomes a game without moves. */
export function followGame(text: string, variant: string | undefined): Promise<Study> {
  const trimmed = text.trim();
  const pdn = /^\[?FEN|^[WB]:[^\n]*$/i.test(trimmed) && !trimmed.startsWith("[") ? `[FEN "${trimmed.replaceAll('"', "")}"]\n\n*` : trimmed;
  return post("v1/replay", { pdn, ...(variant && { variant }) });
}

/** Asks the engine about a position, or about the start. */
export function analyse(variant: string, position: string | undefined): Promise<Analysis> {
  return post("v1/analysis", { variant, position, lines: 3 });
}

/** The score as a part of the bar that belongs to the side that begins, 0 to 1. */
export function shareOf({ score }: Line): number {
  return 1 / (1 + Math.exp(-score / 150));
}
