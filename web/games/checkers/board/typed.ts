// Reads a typed move such as "32-28", "32x21x12" or "c3-d4" against the legal moves.

import type { RefusalCode } from "../../../board/src/refusal.js";
import { differentOutcomes } from "./choice.js";
import { landings, type Move } from "./move.js";

/** The move, or the reason why the text is not one, with the unknown word or the candidates. */
export type Reading = { readonly move: Move } | { readonly code: RefusalCode; readonly word?: string; readonly candidates?: readonly Move[] };

/** Two or more squares, or the reason why the text does not name them. */
export type SquareReading = { readonly squares: readonly number[] } | { readonly code: RefusalCode; readonly word?: string };

/** Finds the one legal move that a text names; intermediate squares may be omitted if the move stays unique. */
export function readMove(text: string, labels: readonly (string | null)[], legal: readonly Move[]): Reading {
  const reading = readSquares(text, labels);
  if ("code" in reading) return reading;
  const [from, ...visited] = reading.squares;
  const fitting = legal.filter((move) => move.from === from && passes(landings(move), visited));
  const exact = fitting.filter((move) => landings(move).length === visited.length);
  const open = differentOutcomes(exact.length > 0 ? exact : fitting);
  const [move] = open;
  if (!move) return { code: "illegal_move" };
  return open.length === 1 ? { move } : { code: "ambiguous_move", candidates: open };
}

/** Finds the squares that a text names. */
export function readSquares(text: string, labels: readonly (string | null)[]): SquareReading {
  const words = wordsOf(text);
  if (words.length < 2) return { code: "unreadable_move" };
  const known = labels.map((label) => label?.toLowerCase());
  const squares = words.map((word) => known.indexOf(word));
  const unknown = words[squares.indexOf(-1)];
  return unknown === undefined ? { squares } : { code: "out_of_board", word: unknown };
}

function wordsOf(text: string): string[] {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s\-–—x×:*]+/)
    .filter(Boolean);
  const [only] = words;
  return words.length === 1 && only ? (only.match(/[a-z]\d+/g) ?? []) : words;
}

function passes(route: readonly number[], visited: readonly number[]): boolean {
  if (route.at(-1) !== visited.at(-1)) return false;
  let found = 0;
  for (const square of route) if (square === visited[found]) found += 1;
  return found === visited.length;
}
