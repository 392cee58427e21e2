// Premoves on boards on which pieces are placed: a cell or a column chosen before the player's turn.
import { expect, test } from "vitest";
import { type BoardPage, testBrowser } from "./browser.js";

const browser = testBrowser();
const NOUGHT = Array<string | null>(9).fill(null).with(0, "X");

/** A board of tic-tac-toe on which the opponent is to move. */
function open(properties: object = {}): Promise<BoardPage> {
  return browser.open("tictactoe-board", { board: NOUGHT, turn: "O", you: "X", animation: "off", premoves: true, ...properties });
}

/** The opponent marks a cell, and it is the player's turn. */
const answered = (cell: number) => ({ board: NOUGHT.with(cell, "O"), lastMove: cell, turn: "X" });

const WAYS: Readonly<Record<string, (board: BoardPage) => Promise<unknown>>> = {
  "a tap": (board) => board.tap(4),
  keys: async (board) => {
    await board.call("focusSquare", 1);
    await board.press("ArrowDown", "Enter");
  },
  "a text": (board) => board.call("typed", "5"),
};

test.each(Object.keys(WAYS))("a premove by %s is shown, told, and made when the turn comes", async (way) => {
  const board = await open();
  await WAYS[way]?.(board);
  expect(await board.sent("premove")).toEqual([{ position: 4 }]);
  expect(await board.spoken()).toBe("Premove 5 centre");
  expect(await board.label(4)).toBe("5 centre, empty, premove");
  expect(await board.count(".premove")).toBe(1);
  expect(await board.sent("move")).toEqual([]);
  await board.tell(answered(8));
  expect(await board.sent("move")).toEqual([{ position: 4 }]);
  expect(await board.sent("premove")).toEqual([{ position: 4 }, null]);
  expect(await board.label(4)).toBe("5 centre, X");
  expect(board.faults).toEqual([]);
  await board.close();
});

const CANCELS: Readonly<Record<string, (board: BoardPage) => Promise<unknown>>> = {
  "a second tap": (board) => board.tap(4),
  Escape: async (board) => {
    await board.call("focusSquare", 1);
    await board.press("Escape");
  },
  "the host": (board) => board.call("cancelPremove"),
  "the end of the game": (board) => board.tell({ turn: null }),
};

test.each(Object.keys(CANCELS))("a premove is cancelled by %s", async (way) => {
  const board = await open();
  await board.tap(4);
  await CANCELS[way]?.(board);
  expect(await board.sent("premove")).toEqual([{ position: 4 }, null]);
  expect(await board.count(".premove")).toBe(0);
  await board.tell(answered(8));
  expect(await board.sent("move")).toEqual([]);
  await board.close();
});

test("another cell replaces the premove, and a taken one is refused", async () => {
  const board = await open();
  await board.tap(4, 5, 0);
  expect((await board.sent("refusal")).map(({ code }) => code)).toEqual(["cell_taken"]);
  await board.tell(answered(8));
  expect(await board.sent("move")).toEqual([{ position: 5 }]);
  await board.close();
});

test("a premove whose cell the opponent has taken is dropped in words", async () => {
  const board = await open();
  await board.tap(4);
  await board.tell(answered(4));
  expect(await board.sent("move")).toEqual([]);
  expect(await board.spoken()).toBe("The premove 5 centre is not possible");
  expect(await board.count(".premove")).toBe(0);
  await board.close();
});

test("a premove waits while the player looks at an earlier position", async () => {
  const board = await open();
  await board.tap(4);
  await board.tell({ ...answered(8), interactive: false });
  expect(await board.sent("move")).toEqual([]);
  await board.tell({ interactive: true });
  expect(await board.sent("move")).toEqual([{ position: 4 }]);
  await board.close();
});

test("without premoves, and for both sides at one board, nothing is chosen before the turn", async () => {
  const board = await open({ premoves: false });
  await board.tap(4);
  expect((await board.sent("refusal")).map(({ code }) => code)).toEqual(["not_your_turn"]);
  await board.close();
  const shared = await open({ you: null });
  await shared.tap(4);
  expect(await shared.sent("premove")).toEqual([]);
  expect(await shared.sent("move")).toEqual([{ position: 4 }]);
  await shared.close();
});

test("a premove of connect four is a column: the disc falls onto what the opponent has dropped there", async () => {
  const empty = Array<string | null>(42).fill(null);
  const board = await browser.open("connectfour-board", { board: empty, turn: "yellow", you: "red", animation: "off", premoves: true });
  await board.tap(3);
  expect(await board.sent("premove")).toEqual([{ column: 3 }]);
  expect(await board.spoken()).toBe("Premove column 4");
  expect(await board.label(38)).toBe("column 4, row 1, empty, premove");
  await board.tell({ board: empty.with(38, "yellow"), lastMove: 38, turn: "red" });
  expect(await board.sent("move")).toEqual([{ column: 3 }]);
  expect(await board.label(31)).toBe("column 4, row 2, Red");
  await board.close();
});
