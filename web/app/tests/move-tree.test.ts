// The tree of moves of an analysis, its text and its address, and the judgement of its moves.
import { expect, test } from "vitest";
import { fragmentOf, readFragment } from "../src/analysis/address.js";
import { judge } from "../src/analysis/judgement.js";
import { addMove, branchOf, lineThrough, type MoveTree, movesText, pathTo, pdnOf, promote, removeMove, START, withMoves } from "../src/analysis/move-tree.js";

const EMPTY: MoveTree = { game: "checkers", variant: "english", start: null, turn: 0, first: [], moves: new Map() };

const move = (text: string) => ({ play: {}, text, position: `after ${text}` });

/** The main line a b c with the variations x y instead of b, and z instead of y. */
function sample(): MoveTree {
  const list: [parent: number | null, text: string][] = [
    [null, "a"],
    [0, "b"],
    [1, "c"],
    [0, "x"],
    [3, "y"],
    [3, "z"],
  ];
  return withMoves(
    EMPTY,
    list.map(([parent, text]) => ({ parent, ...move(text) })),
  );
}

test("variations are written in brackets after the move that they replace", () => {
  expect(movesText(sample())).toBe("a b (x y (z)) c");
  expect(movesText(sample(), true)).toBe("1. a b (1... x 2. y (2. z)) 2. c");
  expect(movesText({ ...sample(), turn: 1 }, true)).toBe("1... a 2. b (2. x y (2... z)) 2... c");
});

test("a move that follows already is not added again", () => {
  const [tree, id] = addMove(sample(), 1, move("x"));
  expect([tree.moves.size, id]).toEqual([6, 4]);
  const [grown, added] = addMove(sample(), 1, move("new"));
  expect([movesText(grown), added]).toEqual(["a b (x y (z)) (new) c", 7]);
});

test("a move is removed with all that follow it", () => {
  expect(movesText(removeMove(sample(), 4))).toBe("a b c");
  expect(movesText(removeMove(sample(), 2))).toBe("a x y (z)");
  expect(movesText(removeMove(sample(), 1))).toBe("");
  expect(removeMove(sample(), 99)).toEqual(sample());
});

test("a promoted variation takes the place of the line before it", () => {
  expect(movesText(promote(sample(), 6))).toBe("a b (x z (y)) c");
  expect(movesText(promote(sample(), 5))).toBe("a x (b c) y (z)");
  expect(promote(sample(), 3)).toEqual(sample());
});

test("a move knows the line it is in", () => {
  const tree = sample();
  expect(pathTo(tree, 6)).toEqual([1, 4, 6]);
  expect(lineThrough(tree, 4)).toEqual([1, 4, 5]);
  expect(lineThrough(tree, START)).toEqual([1, 2, 3]);
  expect([branchOf(tree, 3), branchOf(tree, 5), branchOf(tree, 6)]).toEqual([null, 4, 6]);
});

test("an address has the variant, the start and the moves, and is read as it was written", () => {
  const tree = { ...sample(), start: "W:W10,K11:B1" };
  expect(fragmentOf(tree)).toBe("#variant=english&fen=W:W10,K11:B1&moves=a_b_(x_y_(z))_c");
  expect(readFragment(fragmentOf(tree))).toEqual({ variant: "english", text: '[FEN "W:W10,K11:B1"]\n\na b (x y (z)) c *' });
  expect(readFragment(fragmentOf(EMPTY))).toEqual({ variant: "english", text: null });
  expect(readFragment("#variant=&pdn=1.%20a")).toEqual({ variant: null, text: "1. a" });
  expect(readFragment("")).toEqual({ variant: null, text: null });
});

test("the text of a tree names its variant and its start", () => {
  expect(pdnOf({ ...EMPTY, start: "B:W10:B1" })).toBe('[Variant "english"]\n[FEN "B:W10:B1"]\n\n*\n');
  expect(pdnOf(sample())).toBe('[Variant "english"]\n\n1. a b (1... x 2. y (2. z)) 2. c *\n');
});

test("a move that loses more than another is a mistake, and one that loses much more a blunder", () => {
  const scores = [10, 0, 90, -400];
  const best = ["a", "other", "other", null];
  const judged = judge(
    sample(),
    [1, 2, 3],
    scores.map((score, index) => ({ score, best: best[index] ?? null })),
  );
  expect(judged.map(({ better, grade }) => [grade, better])).toEqual([
    [null, null],
    ["mistake", "other"],
    ["blunder", "other"],
  ]);
});

test("a decided game that stays decided costs nothing, and the best move never does", () => {
  const evaluations = [
    { score: 9000, best: "other" },
    { score: 1500, best: "b" },
    { score: 5000, best: null },
  ];
  expect(judge(sample(), [1, 2, 3], evaluations).map(({ grade }) => grade)).toEqual([null, null]);
});
