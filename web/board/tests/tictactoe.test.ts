// The tic-tac-toe board in a real browser.
import { expect, test } from "vitest";
import { type BoardPage, testBrowser } from "./browser.js";

const browser = testBrowser();

const TOLD = { board: ["X", "O", null, null, null, null, null, null, null], turn: "X", you: "X", animation: "off" };

/** Opens a board, does something, and compares the positions played and the codes refused. */
async function check(
  told: object,
  act: (board: BoardPage) => Promise<unknown>,
  sent: { readonly move?: readonly number[]; readonly refusal?: readonly string[] },
): Promise<void> {
  const board = await browser.open("tictactoe-board", { ...TOLD, ...told }, { hasTouch: true });
  await act(board);
  expect(await board.sent("move")).toEqual((sent.move ?? []).map((position) => ({ position })));
  expect((await board.sent("refusal")).map((refusal) => refusal.code)).toEqual(sent.refusal ?? []);
  expect(board.faults).toEqual([]);
  await board.close();
}

test("a tap marks an empty cell at once", () =>
  check(
    {},
    async (board) => {
      await board.tap(4);
      expect(await board.label(4)).toBe("5 centre, X");
    },
    { move: [4] },
  ));

test("a finger marks a cell", () =>
  check(
    {},
    async (board) => {
      const { x, y } = await board.middle(8);
      await board.page.touchscreen.tap(x, y);
      await expect.poll(() => board.sent("move")).toHaveLength(1);
    },
    { move: [8] },
  ));

test("arrows and Enter mark a cell", () =>
  check(
    {},
    async (board) => {
      await board.call("focusSquare", 0);
      await board.press("ArrowDown", "ArrowDown", "End", "Space");
    },
    { move: [8] },
  ));

test("a digit goes to a cell", () =>
  check(
    {},
    async (board) => {
      await board.call("focusSquare", 0);
      await board.press("6");
      expect(await board.focused()).toBe("6 middle right, empty, can be played");
    },
    {},
  ));

test("a typed digit marks a cell", () => check({}, (board) => board.call("typed", " 9 "), { move: [8] }));
test("a typed word is refused", () => check({}, (board) => board.call("typed", "ten"), { refusal: ["out_of_board"] }));
test("a taken cell is refused in words", () =>
  check(
    {},
    async (board) => {
      await board.tap(1);
      expect(await board.spoken()).toBe("2 top middle is taken");
    },
    { refusal: ["cell_taken"] },
  ));
test("the opponent's turn is refused", () => check({ turn: "O" }, (board) => board.tap(4), { refusal: ["not_your_turn"] }));
test("a finished game is refused", () => check({ turn: null }, (board) => board.tap(4), { refusal: ["game_over"] }));
test("a spectator's board is silent", () => check({ interactive: false }, (board) => board.tap(4, 1), {}));
test("two taps before the answer make one move", () => check({}, (board) => board.tap(4, 5), { move: [4], refusal: ["not_your_turn"] }));

test("a mark can be taken back with the reason", () =>
  check(
    {},
    async (board) => {
      await board.tap(4);
      await board.call("takeBack", "Too late");
      expect(await board.label(4)).toBe("5 centre, empty, can be played");
      expect(await board.spoken()).toBe("Too late");
    },
    { move: [4] },
  ));

test("the opponent's mark and the winning line are spoken and shown", () =>
  check(
    { you: "O", turn: "X", board: ["X", "O", null, "O", "X", null, null, null, null] },
    async (board) => {
      await board.tell({
        board: ["X", "O", null, "O", "X", null, null, null, "X"],
        lastMove: 8,
        turn: null,
        winningLine: [0, 4, 8],
      });
      const spoken = await board.page.locator("[role=log] p").allTextContents();
      expect(spoken).toEqual(["X 9 bottom right", "X wins with 1 top left, 5 centre, 9 bottom right"]);
      expect(await board.label(8)).toBe("9 bottom right, X, last move, winning line");
      expect(await board.count(".win")).toBe(3);
    },
    {},
  ));

test("a board that has not nine cells is refused", async () => {
  const board = await browser.open("tictactoe-board", TOLD);
  const told = await board.page.evaluate(() => {
    try {
      Object.assign(element(), { board: ["X"] });
    } catch (error) {
      return (error as Error).message;
    }
    return "accepted";
  });
  expect(told).toBe("board must have nine cells");
  expect(await board.label(0)).toBe("1 top left, X");
  await board.close();
});

test("empty cells show their numbers, unless coordinates are off", async () => {
  const board = await browser.open("tictactoe-board", TOLD);
  const digits = board.page.locator("tictactoe-board .digits text");
  expect(await digits.allTextContents()).toEqual(["3", "4", "5", "6", "7", "8", "9"]);
  expect(await digits.first().isVisible()).toBe(true);
  await board.tell({ coordinates: "off" });
  expect(await digits.first().isVisible()).toBe(false);
  await board.close();
});
