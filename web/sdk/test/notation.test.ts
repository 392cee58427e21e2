// Typed moves: the squares of the variant's own notation, never a guess.
import { expect, test } from "vitest";
import { type CheckersMove, findMove, MoveError, moveText } from "../src/index.js";

/** International draughts: 50 dark squares of 100, numbered from the top left. */
const labels = Array.from({ length: 100 }, (_, square) => {
  const row = Math.floor(square / 10);
  return (row + square) % 2 === 1 ? String(Math.floor(square / 2) + 1) : null;
});
const at = (label: string) => labels.indexOf(label);
const move = (path: string, captures: string[] = []): CheckersMove => {
  const squares = path.split(" ").map(at);
  return { from: squares[0] ?? 0, to: squares.at(-1) ?? 0, captures: captures.map(at), path: squares };
};
const legal = [move("32 28"), move("32 27"), move("4 22 15", ["13", "20"]), move("4 27 15", ["13", "24"])];

function check(text: string): string {
  try {
    return moveText(findMove(text, legal, labels), labels);
  } catch (error) {
    return error instanceof MoveError ? error.code : String(error);
  }
}

test("a move is two squares, however they are joined", () => {
  for (const text of ["32-28", " 32 28 ", "32x28", "32 - 28", "32:28"]) expect(check(text)).toBe("32-28");
});
test("two routes to one square need a square between", () => {
  expect(check("4x15")).toBe("ambiguous_move");
  expect(check("4x22x15")).toBe("4x22x15");
  expect(check("4x27x15")).toBe("4x27x15");
});
test("the candidates are named", () => {
  expect(() => findMove("4x15", legal, labels)).toThrow(
    expect.objectContaining({
      candidates: legal.slice(2),
      hint: "Name the squares on the way: 4x22x15, 4x27x15.",
    }) as Error,
  );
});
test("a square that is not on the board is named", () => {
  expect(check("32-51")).toBe("bad_payload");
  expect(() => findMove("32-51", legal, labels)).toThrow('there is no square "51"');
});
test("half a move is no move", () => expect(check("32")).toBe("bad_payload"));
test("a move that is not legal is refused", () => expect(check("33-28")).toBe("illegal_move"));
