// Positions and moves as text.
import { expect, test } from "vitest";
import { CHECKERS_MESSAGES } from "../../games/checkers/board/messages.js";
import { Speech } from "../../games/checkers/board/speech.js";
import { View } from "../src/view.js";
import { at, chain, type Fixture, fixture, moveOf, SOLID, TEN, twoRoutes } from "./fixtures.js";

const NOTHING = { selected: false, movable: false, mustCapture: false, premove: false, last: false, target: undefined };

function speech(position: Fixture): Speech {
  return new Speech(CHECKERS_MESSAGES, { red: "White", black: "Black" }, position.labels);
}

function check(spoken: string, wanted: string): void {
  expect(spoken).toBe(wanted);
}

test("a quiet move", () => check(speech(chain).move(moveOf(TEN, "32-28"), "red"), "White 32 to 28"));
test("a capture names what it takes and where it lands", () => {
  check(speech(chain).move(moveOf(TEN, "19x37/28"), "black"), "Black 19 takes 28, lands 37");
});
test("a chain names everything it takes", () => {
  check(speech(chain).move(moveOf(TEN, "48x37x28x17/42,32,22"), "red"), "White 48 takes 42, 32, 22, lands 17");
});
test("an empty square", () => check(speech(chain).square(at(TEN, "26"), null, NOTHING), "26, empty"));
test("a square names its piece and its state", () => {
  const state = { ...NOTHING, selected: true, movable: true, mustCapture: true, last: true };
  check(speech(twoRoutes).square(at(TEN, "4"), { player: "red", type: "king" }, state), "4, White king, must capture, selected, last move");
});
test("a numbered way point", () => {
  const target = { square: at(TEN, "27"), kind: "step", takes: true, number: 1 } as const;
  check(speech(twoRoutes).square(at(TEN, "27"), null, { ...NOTHING, target }), "27, empty, way point, route 1");
});
test("the pieces of a side", () => {
  check(speech(chain).pieces(chain.board, "red"), "White. Men: 48. Kings: 46");
  check(speech(chain).pieces(chain.board, "black"), "Black. Men: 4, 22, 32, 42. Kings: none");
});
test("the diagonals of a square", () => {
  const view = new View(10, 10, TEN.playable, false);
  check(
    speech(chain).lines(view, chain.board, at(TEN, "47")),
    "up left: 41 empty, 36 empty; up right: 42 Black man, 38 empty, 33 empty, 29 empty, 24 empty, 20 empty, 15 empty",
  );
});
test("the files and ranks of a square on the orthogonal board", () => {
  const corner = fixture("corner", SOLID, "a1", "a3 c1", "");
  const view = new View(8, 8, SOLID.playable, false);
  check(
    speech(corner).lines(view, corner.board, at(SOLID, "b2")),
    "up: b3 empty, b4 empty, b5 empty, b6 empty, b7 empty, b8 empty; " +
      "right: c2 empty, d2 empty, e2 empty, f2 empty, g2 empty, h2 empty; down: b1 empty; left: a2 empty",
  );
});
test("the notation of a move", () => {
  check(speech(chain).notation(moveOf(TEN, "32-28")), "32-28");
  check(speech(chain).notation(moveOf(TEN, "48x37x28x17/42,32,22")), "48x37x28x17");
});
test("a host may speak another language", () => {
  const dutch = new Speech({ ...CHECKERS_MESSAGES, took: "{side} {from} slaat {captured} en landt op {to}" }, { red: "Wit", black: "Zwart" }, TEN.labels);
  check(dutch.move(moveOf(TEN, "19x37/28"), "black"), "Zwart 19 slaat 28 en landt op 37");
});
