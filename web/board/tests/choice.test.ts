// Narrowing the legal moves of a piece down to one, square by square.
import { expect, test } from "vitest";
import { type Choice, type Chosen, choose, pickUp, targets } from "../../games/checkers/board/choice.js";
import { at, chain, type Fixture, fixture, international, moveOf, TEN, twoRoutes } from "./fixtures.js";

/** Chooses squares in order; expects the resulting move, or the squares offered next. */
function check(position: Fixture, named: string, wanted: string): void {
  const [from = "", ...squares] = named.split(" ");
  let chosen: Chosen | null = { choice: pickUp(at(position, from)) };
  for (const label of squares) {
    if (!chosen || "move" in chosen) throw new Error(`${label} comes too late`);
    chosen = choose(position.legal, chosen.choice, at(position, label));
  }
  expect(told(position, chosen)).toBe(wanted);
}

function told(position: Fixture, chosen: Chosen | null): string {
  if (!chosen) return "nothing";
  if ("choice" in chosen) return offered(position, chosen.choice);
  const { from, captures = [], path = [] } = chosen.move;
  const squares = [from, ...path].map((square) => position.labels[square]);
  return captures.length > 0 ? squares.join("x") : squares.join("-");
}

function offered(position: Fixture, choice: Choice): string {
  return targets(position.legal, choice)
    .map(({ square, kind, number }) => `${number ?? kind} ${position.labels[square]}`)
    .join(", ");
}

const free = fixture("free landing", TEN, "K46", "28", "46x23/28 46x19/28 46x14/28");
const forks = fixture("forks", TEN, "32", "28 19 18", "32x23x14/28,19 32x23x12/28,18");
const circle = fixture("circle", TEN, "K47 9", "38 29 20", "47x33x24x47/38,29,20 47x33x15/38,20");
const pathless: Fixture = { ...twoRoutes, legal: twoRoutes.legal.map(({ path: _, ...move }) => move) };

test("a quiet piece is offered the squares where its moves end", () => check(international, "32", "end 27, end 28"));
test("a named end plays the move", () => check(international, "32 28", "32-28"));
test("a square that no move of the piece reaches leads to nothing", () => check(international, "32 26", "nothing"));
test("a chain offers its end and its first landing", () => check(chain, "48", "end 17, step 37"));
test("the end of a chain plays the whole chain", () => check(chain, "48 17", "48x37x28x17"));
test("a landing that leaves one route plays the whole chain", () => check(chain, "48 37", "48x37x28x17"));
test("routes that take different pieces get numbers", () => check(twoRoutes, "4 15", "1 27, 2 31"));
test("the first route can be chosen", () => check(twoRoutes, "4 15 27", "4x27x38x15"));
test("the second route can be chosen", () => check(twoRoutes, "4 15 31", "4x31x42x15"));
test("a landing on the way decides the route without a question", () => check(twoRoutes, "4 31", "4x31x42x15"));
test("landings of one jump are different ends and need no question", () => check(free, "46 19", "46x19"));
test("a landing that several moves share narrows and asks on", () => check(forks, "32 23", "end 14, end 12"));
test("a piece may come back to where it began", () => check(circle, "47 47", "47x33x24x47"));
test("routes without paths are told apart by what they take", () => check(pathless, "4 15", "1 32, 2 37"));

test("routes that take the same pieces in another order are one move", () => {
  const merged = { ...twoRoutes, legal: [moveOf(TEN, "4x27x38x15/13,32,20"), moveOf(TEN, "4x22x38x15/32,13,20")] };
  check(merged, "4 15", "4x22x38x15");
});

test("every narrower choice remembers the one before", () => {
  const first = pickUp(at(twoRoutes, "4"));
  const asked = choose(twoRoutes.legal, first, at(twoRoutes, "15"));
  expect(asked && "choice" in asked && asked.choice.previous).toBe(first);
});
