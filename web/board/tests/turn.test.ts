// What the player may do follows from the legal moves.
import { expect, test } from "vitest";
import { type Situation, Turn } from "../../games/checkers/board/turn.js";
import { at, type Fixture, international, obligation, TEN } from "./fixtures.js";

function check(position: Fixture, label: string, wanted: string | null, change: Partial<Situation> = {}): void {
  const situation = { ...position, position: position.board, interactive: true, premoves: false, waiting: false, ...change };
  expect(new Turn(situation).refusalOf(at(TEN, label))).toBe(wanted);
}

test("a piece with a legal move may move", () => check(international, "32", null));
test("a piece without a legal move is blocked", () => check(international, "46", "blocked"));
test("a capture elsewhere comes first", () => check(obligation, "46", "must_capture"));
test("a piece that captures may move", () => check(obligation, "28", null));
test("the opponent's piece is not yours", () => check(international, "20", "not_your_piece"));
test("the opponent's turn is not yours", () => check(international, "32", "not_your_turn", { turn: "black" }));
test("a move on its way has to be answered first", () => check(international, "32", "not_your_turn", { waiting: true }));
test("a spectator never has the turn", () => check(international, "32", "not_your_turn", { interactive: false }));
test("a game that does not run has no turns", () => check(international, "32", "game_over", { turn: null }));
test("a player of both sides moves for the side to move", () => check(international, "32", null, { you: null }));

test("the pieces that must capture are those with a capture among the legal moves", () => {
  const turn = new Turn({ ...obligation, position: obligation.board, interactive: true, premoves: false, waiting: false });
  expect([...turn.obliged]).toEqual([at(TEN, "28"), at(TEN, "34")]);
});
