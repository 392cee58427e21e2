// The connect four board in a real browser.
import { expect, test } from "vitest";
import { type BoardPage, testBrowser } from "../../../../board/tests/browser.js";

const browser = testBrowser();

/** A board from its lowest rows, from the top: R, Y or a dot. */
function cells(...rows: string[]): (string | null)[] {
  const text = rows.join("").padStart(42, ".");
  return [...text].map((letter) => ({ R: "red", Y: "yellow" })[letter] ?? null);
}

const TOLD = { board: cells("...Y...", "...R..."), turn: "red", you: "red", animation: "off" };

/** Opens a board, does something, and compares the columns played and the codes refused. */
async function check(
  told: object,
  act: (board: BoardPage) => Promise<unknown>,
  sent: { readonly move?: readonly number[]; readonly refusal?: readonly string[] },
): Promise<void> {
  const board = await browser.open("connectfour-board", { ...TOLD, ...told }, { hasTouch: true });
  await act(board);
  expect(await board.sent("move")).toEqual((sent.move ?? []).map((column) => ({ column })));
  expect((await board.sent("refusal")).map((refusal) => refusal.code)).toEqual(sent.refusal ?? []);
  expect(board.faults).toEqual([]);
  await board.close();
}

test("a tap anywhere in a column drops a disc to its lowest free cell at once", () =>
  check(
    {},
    async (board) => {
      await board.tap(3);
      expect(await board.label(24)).toBe("column 4, row 3, Red");
    },
    { move: [3] },
  ));

test("a finger drops a disc", () =>
  check(
    {},
    async (board) => {
      const { x, y } = await board.middle(20);
      await board.page.touchscreen.tap(x, y);
      await expect.poll(() => board.sent("move")).toHaveLength(1);
    },
    { move: [6] },
  ));

test("arrows and Enter drop a disc", () =>
  check(
    {},
    async (board) => {
      await board.call("focusSquare", 3);
      await board.press("ArrowLeft", "ArrowLeft", "Enter");
    },
    { move: [1] },
  ));

test("a digit goes to the cell into which a disc would fall", () =>
  check(
    {},
    async (board) => {
      await board.call("focusSquare", 0);
      await board.press("4");
      expect(await board.focused()).toBe("column 4, row 3, empty, can be played");
    },
    {},
  ));

test("a typed digit drops a disc", () => check({}, (board) => board.call("typed", " 7 "), { move: [6] }));
test("a typed word is refused", () => check({}, (board) => board.call("typed", "8"), { refusal: ["out_of_board"] }));
test("a full column is refused in words", () =>
  check(
    { board: cells("R......", "Y......", "R......", "Y......", "R......", "Y......") },
    async (board) => {
      await board.tap(14);
      expect(await board.spoken()).toBe("column 1 is full");
    },
    { refusal: ["cell_taken"] },
  ));
test("the opponent's turn is refused", () => check({ turn: "yellow" }, (board) => board.tap(4), { refusal: ["not_your_turn"] }));
test("a finished game is refused", () => check({ turn: null }, (board) => board.tap(4), { refusal: ["game_over"] }));
test("a spectator's board is silent", () => check({ interactive: false }, (board) => board.tap(4, 1), {}));
test("two taps before the answer make one move", () => check({}, (board) => board.tap(4, 5), { move: [4], refusal: ["not_your_turn"] }));

test("a disc can be taken back with the reason", () =>
  check(
    {},
    async (board) => {
      await board.tap(0);
      await board.call("takeBack", "Too late");
      expect(await board.label(35)).toBe("column 1, row 1, empty, can be played");
      expect(await board.spoken()).toBe("Too late");
    },
    { move: [0] },
  ));

test("the opponent's disc and the winning cells are spoken and shown", () =>
  check(
    { you: "yellow", board: cells("YYY....", "RRR....") },
    async (board) => {
      await board.tell({ board: cells("YYY....", "RRRR..."), lastMove: 38, turn: null, winningCells: [35, 36, 37, 38] });
      const spoken = await board.page.locator("[role=log] p").allTextContents();
      expect(spoken).toEqual(["Red in column 4, row 1", "Red wins with column 1, row 1; column 2, row 1; column 3, row 1; column 4, row 1"]);
      expect(await board.label(38)).toBe("column 4, row 1, Red, last move, winning line");
      expect(await board.count(".win")).toBe(4);
    },
    {},
  ));

test("letters tell the last move, the turn and the discs of both sides", () =>
  check(
    { lastMove: 31 },
    async (board) => {
      await board.call("focusSquare", 3);
      const told: (string | null)[] = [];
      for (const key of ["l", "t", "p", "o"]) {
        await board.press(key);
        told.push(await board.spoken());
      }
      expect(told).toEqual(["Yellow in column 4, row 2", "Red to move", "Red: column 4, row 1", "Yellow: column 4, row 2"]);
    },
    {},
  ));

test("a board that has not 42 cells is refused", async () => {
  const board = await browser.open("connectfour-board", TOLD);
  const told = await board.page.evaluate(() => {
    try {
      Object.assign(element(), { board: ["red"] });
    } catch (error) {
      return (error as Error).message;
    }
    return "accepted";
  });
  expect(told).toBe("board must have 42 cells");
  await board.close();
});
