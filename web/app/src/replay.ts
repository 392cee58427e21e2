// Replays a game from text and analyses a position: in this browser, or on the server if the app was built without the module.
import type { AnalysisLine, Replay, ReplayPly } from "@parlour/sdk";
import { askModule, hasModule } from "./local/module.js";
import { post } from "./server.js";

/** A move of a replayed game, and the board after it. */
export interface ReplayedPly {
  readonly text: string;
  readonly move: ReplayPly["move"];
  readonly board: Readonly<Replay["board"]>;
  readonly currentTurn: number;
  readonly position: string;
}

/** A game that was replayed. */
export interface ReplayedGame {
  readonly variant: string;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
  readonly start: string;
  readonly board: Readonly<Replay["board"]>;
  readonly currentTurn: number;
  readonly plies: readonly ReplayedPly[];
  readonly result: string | null;
  readonly faults: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  readonly games: number;
}

/** One line of play; the score is from the point of view of the first side, in hundredths of a man. */
export interface Line {
  readonly score: number;
  readonly decidedIn: number | null;
  readonly moves: Readonly<AnalysisLine["moves"]>;
  readonly text: readonly string[];
}

/** The engine's analysis of a position. */
export interface Analysis {
  readonly depth: number;
  readonly lines: readonly Line[];
}

/** The path of the analysis board with a game as text; the variant is for a text that names none. */
export function analysisPath(pdn: string, variant = ""): string {
  return `analysis#variant=${variant}&pdn=${encodeURIComponent(pdn)}`;
}

/** The positions of one analysis in this browser. */
const ANALYSIS_NODES = 400_000;

/** Replays the first game of a text; a bare position becomes a game without moves. */
export function replayGame(text: string, variant: string | undefined): Promise<ReplayedGame> {
  const trimmed = text.trim();
  const pdn = /^\[?FEN|^[WB]:[^\n]*$/i.test(trimmed) && !trimmed.startsWith("[") ? `[FEN "${trimmed.replaceAll('"', "")}"]\n\n*` : trimmed;
  return hasModule ? askModule("replay", { pdn, variant }) : post("v1/replay", { pdn, ...(variant && { variant }) });
}

/** Analyses a position, or the start if it is `undefined`. */
export function analyse(variant: string, position: string | undefined): Promise<Analysis> {
  return hasModule ? askModule("analysis", { variant, position, lines: 3, nodes: ANALYSIS_NODES }) : post("v1/analysis", { variant, position, lines: 3 });
}
