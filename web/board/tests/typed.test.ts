// Typed moves are read in the variant's own notation.
import { expect, test } from "vitest";
import { landings } from "../../games/checkers/board/move.js";
import { readMove } from "../../games/checkers/board/typed.js";
import { chain, type Fixture, fixture, international, russian, TEN, turkish, twoRoutes } from "./fixtures.js";

function check(position: Fixture, text: string, wanted: string): void {
  const reading = readMove(text, position.labels, position.legal);
  if ("code" in reading) {
    const about = reading.word ?? reading.candidates?.length;
    expect([reading.code, about].filter((part) => part !== undefined).join(" ")).toBe(wanted);
  } else {
    const { from } = reading.move;
    expect([from, ...landings(reading.move)].map((square) => position.labels[square]).join(" ")).toBe(wanted);
  }
}

const shortcut = fixture("shortcut", TEN, "32", "28 19 30", "32x23x14/28,19 32x23x25x14/28,30,19");

test("numbers with a hyphen", () => check(international, "32-28", "32 28"));
test("numbers with spaces", () => check(international, "  32  28 ", "32 28"));
test("a dash from a word processor", () => check(international, "32–28", "32 28"));
test("letters in either case", () => check(russian, "C3-D4", "c3 d4"));
test("letters without a separator", () => check(russian, "c3d4", "c3 d4"));
test("the Turkish board", () => check(turkish, "d3-d4", "d3 d4"));
test("a capture by its ends", () => check(chain, "48x17", "48 37 28 17"));
test("a capture with every landing", () => check(chain, "48x37x28x17", "48 37 28 17"));
test("a capture with some landings", () => check(chain, "48:28:17", "48 37 28 17"));
test("a capture with a wrong landing is not legal", () => check(chain, "48x38x17", "illegal_move"));
test("two routes are not guessed between", () => check(twoRoutes, "4x15", "ambiguous_move 2"));
test("a landing decides between two routes", () => check(twoRoutes, "4x42x15", "4 31 42 15"));
test("a text that names every landing of one move means that move", () => check(shortcut, "32x23x14", "32 23 14"));
test("a move that is not legal", () => check(international, "32-23", "illegal_move"));
test("a square that the board does not have", () => check(international, "32-51", "out_of_board 51"));
test("a single square is no move", () => check(international, "32", "unreadable_move"));
test("nothing is no move", () => check(international, " ", "unreadable_move"));
