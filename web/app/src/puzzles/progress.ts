// What a player has achieved with the puzzles, saved in the browser.
import { Value } from "../observable.js";
import { load, save } from "../storage.js";

/** The puzzles that were solved, and how many in a row. */
export interface Progress {
  /** How many were solved in a row, at the first try and without help. */
  readonly streak: number;
  readonly best: number;
  /** The places of the solved puzzles in the file of each variant. */
  readonly solved: Readonly<Record<string, readonly number[]>>;
}

/** The progress in this browser. */
export const progress = new Value<Progress>(readProgress(load("puzzles")));

/** Reads saved progress; what is damaged counts as none. */
export function readProgress(saved: unknown): Progress {
  const { best, solved, streak } = (saved ?? {}) as Partial<Record<keyof Progress, unknown>>;
  const count = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);
  const lists = Object.entries(typeof solved === "object" && solved !== null ? solved : {}).filter(([, list]) => Array.isArray(list));
  const known = lists.map(([variant, list]) => [variant, (list as unknown[]).filter((place): place is number => Number.isSafeInteger(place))]);
  return { streak: count(streak), best: Math.max(count(best), count(streak)), solved: Object.fromEntries(known) };
}

/** The progress after a puzzle was solved; with help or after a wrong move the streak is over. */
export function afterSolving(before: Progress, variant: string, place: number, isClean: boolean): Progress {
  const streak = isClean ? before.streak + 1 : 0;
  const solved = { ...before.solved, [variant]: [...new Set([...(before.solved[variant] ?? []), place])] };
  return { streak, best: Math.max(before.best, streak), solved };
}

/** The progress after a wrong move or help. */
export function afterMistake(before: Progress): Progress {
  return before.streak === 0 ? before : { ...before, streak: 0 };
}

/** The next puzzle after a place that is not solved; if all are, the next one. */
export function nextPlace(solved: readonly number[], count: number, after: number): number {
  const known = new Set(solved);
  for (let step = 1; step <= count; step++) {
    const place = (after + step) % count;
    if (!known.has(place)) return place;
  }
  return (after + 1) % Math.max(1, count);
}

/** Changes the progress and saves it. */
export function changeProgress(changed: Progress): void {
  progress.set(changed);
  save("puzzles", changed);
}
