// Connect four on the wire: columns as moves, and legal moves from the board alone.
import { expect, test } from "vitest";
import type { RoomState } from "../../../sdk/src/state.js";
import { fake } from "../fake.js";
import { notation, wire } from "../wire.js";

const settled = (): Promise<RoomState<"connectfour">> => Promise.reject(new Error("it is not needed"));

test("a move is a column", () => {
  expect(wire.request(3)).toEqual({ column: 3 });
  expect(notation.write(3, null)).toBe("4");
});

test("every column whose highest cell is free is legal", () => {
  const board = fake.start();
  expect(wire.legalOn?.(board)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(wire.legalOn?.(board.with(2, "red"))).toEqual([0, 1, 3, 4, 5, 6]);
});

test("a column is typed as people count, from 1", () => {
  expect(wire.read(" 7 ", settled)).toBe(6);
  expect(() => wire.read("8", settled)).toThrow("is not a column");
});

test("a disc of the scripted server falls to the lowest free cell", () => {
  const first = fake.make(fake.start(), 3, "red");
  expect(first.made).toEqual({ column: 3, position: 38, disc: "red" });
  const second = fake.make(first.board, 3, "yellow");
  expect(second.made).toEqual({ column: 3, position: 31, disc: "yellow" });
  expect(fake.complete(3, second.board, undefined)).toBe(3);
  expect(fake.complete(3, second.board.with(3, "red"), undefined)).toBe(null);
});
