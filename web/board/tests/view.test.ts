// The places of squares on the screen, and the arrow keys.
import { expect, test } from "vitest";
import { type Direction, View } from "../src/view.js";
import { at, EIGHT, SOLID, TEN, TWELVE } from "./fixtures.js";

/** Moves from a label by arrows (u, d, l, r) and checks the label reached. */
function check(layout: typeof TEN, from: string, arrows: string, wanted: string, flipped = false): void {
  const view = new View(layout.columns, layout.rows, layout.playable, flipped);
  const names: Readonly<Record<string, Direction>> = { u: "up", d: "down", l: "left", r: "right" };
  let square = at(layout, from);
  for (const arrow of arrows) square = view.neighbour(square, names[arrow] ?? "up");
  expect(layout.labels[square]).toBe(wanted);
}

test("right goes to the next square that plays", () => check(TEN, "46", "r", "47"));
test("up goes to the row above, whatever its colours", () => check(TEN, "46", "u", "41"));
test("up and down lead back", () => check(TEN, "33", "uuudddd", "38"));
test("the edge stops the focus", () => check(TEN, "50", "rrrdd", "50"));
test("every square can be reached", () => check(TEN, "46", "uuuuuuuuurrrr", "5"));
test("left is where it looks left, also when flipped", () => check(TEN, "46", "l", "47", true));
test("up is where it looks up, also when flipped", () => check(TEN, "1", "u", "6", true));
test("twelve columns", () => check(TWELVE, "67", "urrd", "69"));
test("the orthogonal board goes square by square", () => check(SOLID, "d4", "ur", "e5"));
test("eight by eight", () => check(EIGHT, "a1", "uur", "c3"));

test("a flipped view turns the board by half a turn", () => {
  const view = new View(10, 10, TEN.playable, true);
  expect(view.place(at(TEN, "46"))).toEqual({ column: 9, row: 0 });
  expect(view.squareAt({ column: 9, row: 0 })).toBe(at(TEN, "46"));
  expect(view.squareAt({ column: 10, row: 0 })).toBeNull();
});
