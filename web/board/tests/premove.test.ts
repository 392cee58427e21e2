// Premoves: a move chosen before the player's turn, made when the turn comes.
import { expect, test } from "vitest";
import type { CheckersBoard } from "../../games/checkers/board/checkers-board.js";
import { moveOf as legalMoveOf } from "../../games/checkers/board/premove.js";
import { addAxe } from "../../tests/chromium.js";
import { type BoardPage, testBrowser } from "./browser.js";
import { at, fixture, international, moveOf, TEN } from "./fixtures.js";

const browser = testBrowser();

/** A board on which the opponent is to move. */
function open(properties: Partial<CheckersBoard> = {}): Promise<BoardPage> {
  return browser.checkers(international, { turn: "black", legal: [], premoves: true, ...properties });
}

/** The opponent plays 20-25, and it is the player's turn. */
const TURN = {
  turn: "red",
  board: international.board.with(at(TEN, "20"), null).with(at(TEN, "25"), { player: "black", type: "man" }),
  lastMove: moveOf(TEN, "20-25"),
  legal: international.legal,
};
const CHOSEN = { from: at(TEN, "32"), to: at(TEN, "28") };

const WAYS: Readonly<Record<string, (board: BoardPage) => Promise<unknown>>> = {
  taps: (board) => board.tap(CHOSEN.from, CHOSEN.to),
  "a drag": (board) => board.drag(CHOSEN.from, CHOSEN.to),
  keys: async (board) => {
    await board.call("focusSquare", at(TEN, "31"));
    await board.press("m", "Enter", "ArrowUp", "ArrowRight", "Enter");
  },
  "a text": (board) => board.call("typed", "32-28"),
};

test.each(Object.keys(WAYS))("a premove by %s is shown, told, and made when the turn comes", async (way) => {
  const board = await open();
  await WAYS[way]?.(board);
  expect(await board.sent("premove")).toEqual([CHOSEN]);
  expect(await board.spoken()).toBe("Premove 32-28");
  expect(await board.label(CHOSEN.from)).toBe("32, Red man, premove");
  expect(await board.label(CHOSEN.to)).toBe("28, empty, premove");
  expect(await board.count(".premove")).toBe(2);
  expect(await board.sent("move")).toEqual([]);
  await board.tell(TURN);
  expect(await board.sent("move")).toEqual([moveOf(TEN, "32-28")]);
  expect(await board.sent("premove")).toEqual([CHOSEN, null]);
  expect(await board.label(CHOSEN.to)).toContain("28, Red man");
  await board.close();
});

const CANCELS: Readonly<Record<string, (board: BoardPage) => Promise<unknown>>> = {
  "a tap on its piece": (board) => board.tap(CHOSEN.from),
  "a tap on an empty square": (board) => board.tap(at(TEN, "27")),
  Escape: async (board) => {
    await board.call("focusSquare", at(TEN, "1"));
    await board.press("Escape");
  },
  Backspace: async (board) => {
    await board.call("focusSquare", at(TEN, "1"));
    await board.press("Backspace");
  },
  "the host": (board) => board.call("cancelPremove"),
  "the end of the game": (board) => board.tell({ turn: null }),
};

test.each(Object.keys(CANCELS))("a premove is cancelled by %s", async (way) => {
  const board = await open();
  await board.tap(CHOSEN.from, CHOSEN.to);
  await CANCELS[way]?.(board);
  expect(await board.sent("premove")).toEqual([CHOSEN, null]);
  expect(await board.count(".premove")).toBe(0);
  await board.tell(TURN);
  expect(await board.sent("move")).toEqual([]);
  await board.close();
});

test("another piece and its square replace the premove", async () => {
  const board = await open();
  await board.tap(CHOSEN.from, CHOSEN.to, at(TEN, "34"), at(TEN, "30"));
  await board.tell(TURN);
  expect(await board.sent("move")).toEqual([moveOf(TEN, "34-30")]);
  await board.close();
});

test("a premove that is not legal when the turn comes is dropped in words", async () => {
  const board = await open();
  await board.tap(at(TEN, "33"), at(TEN, "22"));
  await board.tell(TURN);
  expect(await board.sent("move")).toEqual([]);
  expect(await board.spoken()).toBe("The premove 33-22 is not possible");
  expect(await board.count(".premove")).toBe(0);
  await board.close();
});

test("a piece that is selected early stays selected when the turn comes", async () => {
  const board = await open();
  await board.tap(CHOSEN.from);
  expect(await board.spoken()).toBe("32 selected for a premove");
  await board.tell(TURN);
  expect(await board.label(CHOSEN.to)).toContain("legal destination");
  await board.tap(CHOSEN.to);
  expect(await board.sent("move")).toEqual([moveOf(TEN, "32-28")]);
  await board.close();
});

test("a move may be chosen while the own one is on its way, unless that one is refused", async () => {
  const board = await browser.checkers(international, { premoves: true });
  await board.tap(CHOSEN.from, CHOSEN.to, at(TEN, "37"), at(TEN, "32"));
  expect(await board.sent("premove")).toEqual([{ from: at(TEN, "37"), to: at(TEN, "32") }]);
  await board.call("takeBack", "No");
  expect(await board.sent("premove")).toHaveLength(2);
  expect(await board.sent("move")).toHaveLength(1);
  await board.close();
});

test("without premoves, a piece may not be touched before the turn", async () => {
  const board = await open({ premoves: false });
  await board.tap(CHOSEN.from, CHOSEN.to);
  expect(await board.sent("premove")).toEqual([]);
  expect((await board.sent("refusal")).at(0)).toMatchObject({ code: "not_your_turn" });
  await board.close();
});

test("words that name no square or no piece of the player set no premove", async () => {
  const board = await open();
  for (const text of ["32", "32-77", "20-25"]) await board.call("typed", text);
  expect((await board.sent("refusal")).map(({ code }) => code)).toEqual(["unreadable_move", "out_of_board", "not_your_piece"]);
  expect(await board.sent("premove")).toEqual([]);
  await board.close();
});

function check(text: string, legal: readonly string[], wanted: string | null): void {
  const { from, to } = moveOf(TEN, text);
  const moves = legal.map((move) => moveOf(TEN, move));
  expect(legalMoveOf({ from, to }, moves)).toEqual(wanted === null ? null : moveOf(TEN, wanted));
}

test("a premove becomes the capture with the same ends, unless there are several", () => {
  check("28-19", ["28x19/23", "34x25/30"], "28x19/23");
  check("46-41", ["28x19/23"], null);
  check("4-15", ["4x27x38x15/13,32,20", "4x31x42x15/13,37,20"], null);
});

test("a board with a premove breaks no rule of accessibility", async () => {
  const board = await browser.checkers(fixture("few", TEN, "32 37", "12 18", ""), { turn: "black", you: "red", premoves: true });
  await board.tap(CHOSEN.from, CHOSEN.to);
  await addAxe(board.page);
  const violations = await board.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: object): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run(document)).violations.map(({ id }) => id);
  });
  expect(violations).toEqual([]);
  await board.close();
});
