// What a player has achieved with the puzzles.
import { expect, test } from "vitest";
import { afterMistake, afterSolving, nextPlace, readProgress } from "../src/puzzles/progress.js";

const NONE = readProgress(null);

test("puzzles that are solved at the first try make a streak, and help ends it", () => {
  const two = afterSolving(afterSolving(NONE, "english", 0, true), "english", 1, true);
  expect([two.streak, two.best]).toEqual([2, 2]);
  const helped = afterSolving(afterMistake(two), "english", 2, false);
  expect([helped.streak, helped.best, helped.solved.english]).toEqual([0, 2, [0, 1, 2]]);
});

test("a puzzle that is solved twice counts once", () => {
  const twice = afterSolving(afterSolving(NONE, "russian", 4, true), "russian", 4, true);
  expect(twice.solved).toEqual({ russian: [4] });
});

test("the next puzzle is one that is not solved, until all are", () => {
  expect(nextPlace([], 3, -1)).toBe(0);
  expect(nextPlace([0, 1], 3, 0)).toBe(2);
  expect(nextPlace([1, 2], 3, 2)).toBe(0);
  expect(nextPlace([0, 1, 2], 3, 1)).toBe(2);
  expect(nextPlace([0], 1, 0)).toBe(0);
});

test("saved progress that is damaged counts as none", () => {
  expect(readProgress("nonsense")).toEqual({ streak: 0, best: 0, solved: {} });
  expect(readProgress({ streak: 3, best: -1, solved: { english: [1, "x"], russian: 7 } })).toEqual({ streak: 3, best: 3, solved: { english: [1] } });
});
