// Narrows the legal moves of one piece down to one, square by square.
import { anyCapture, landings, type Move, outcomeOf } from "./move.js";

/** A selected piece: the landing squares chosen so far and, if several routes lead to one square, that square. */
export interface Choice {
  readonly from: number;
  readonly steps: readonly number[];
  readonly goal: number | null;
  readonly previous: Choice | null;
}

/** A square that the selected piece may move to. */
export interface Target {
  readonly square: number;
  /** `end` finishes the move, `step` is a landing on the way. */
  readonly kind: "end" | "step";
  readonly takes: boolean;
  /** The number of the route, if the player has to choose one. */
  readonly number: number | null;
}

/** The result of choosing a square: a whole move, or a narrower choice. */
export type Chosen = { readonly move: Move } | { readonly choice: Choice };

/** Selects a piece. */
export function pickUp(from: number): Choice {
  return { from, steps: [], goal: null, previous: null };
}

/** The legal moves that agree with everything chosen so far. */
export function candidates(legal: readonly Move[], choice: Choice): Move[] {
  return legal.filter((move) => {
    const route = landings(move);
    return (
      move.from === choice.from &&
      (choice.goal === null || move.to === choice.goal) &&
      route.length >= choice.steps.length &&
      choice.steps.every((square, step) => route[step] === square)
    );
  });
}

/** The squares to offer next. */
export function targets(legal: readonly Move[], choice: Choice): Target[] {
  const open = candidates(legal, choice);
  const asked = choice.goal !== null;
  const ends = asked ? [] : open.map((move) => move.to);
  const squares = new Set([...ends, ...nextLandings(open, choice)]);
  return [...squares].map((square, order) => ({
    square,
    kind: ends.includes(square) ? "end" : "step",
    takes: anyCapture(open),
    number: asked ? order + 1 : null,
  }));
}

/** The result of choosing a square; `null` if no move of the piece goes there. */
export function choose(legal: readonly Move[], choice: Choice, square: number): Chosen | null {
  const open = candidates(legal, choice);
  if (choice.goal === null && open.some((move) => move.to === square)) {
    return settle(legal, { ...choice, goal: square, previous: choice });
  }
  if (nextLandings(open, choice).includes(square)) {
    return settle(legal, { ...choice, steps: [...choice.steps, square], previous: choice });
  }
  return null;
}

/** One move for each different outcome. */
export function differentOutcomes(moves: readonly Move[]): Move[] {
  return [...new Map(moves.map((move) => [outcomeOf(move), move])).values()];
}

function settle(legal: readonly Move[], choice: Choice): Chosen {
  const open = differentOutcomes(candidates(legal, choice));
  const [move] = open;
  if (move && open.length === 1) return { move };
  const [shared, ...others] = nextLandings(open, choice);
  if (choice.goal !== null && shared !== undefined && others.length === 0) {
    return settle(legal, { ...choice, steps: [...choice.steps, shared] });
  }
  return { choice };
}

function nextLandings(open: readonly Move[], choice: Choice): number[] {
  const next = open.map((move) => landings(move)[choice.steps.length]);
  return [...new Set(next.filter((square) => square !== undefined))];
}
