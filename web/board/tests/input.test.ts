// Every way of input plays the same move, on every kind of board.
import { describe, expect, test } from "vitest";
import { type BoardPage, testBrowser } from "./browser.js";
import { at, type Fixture, international, moveOf, russian, turkish } from "./fixtures.js";

const browser = testBrowser();

const MOVES: readonly (readonly [Fixture, string])[] = [
  [russian, "c3-d4"],
  [international, "32-28"],
  [turkish, "d3-d4"],
];

const WAYS: Readonly<Record<string, (board: BoardPage, from: number, to: number, text: string) => Promise<unknown>>> = {
  tap: (board, from, to) => board.tap(from, to),
  "mouse drag": (board, from, to) => board.drag(from, to),
  "pen drag": (board, from, to) => board.dragWithPen(from, to),
  "touch drag": (board, from, to) => board.dragWithFinger(from, to),
  keyboard: async (board, from, to) => {
    await board.call("focusSquare", from);
    await board.press("Enter");
    for (let tries = 0; tries < 9 && !(await isAt(board, to)); tries += 1) await board.press("d");
    await board.press("Space");
  },
  "typed move": (board, _from, _to, text) => board.call("typed", text),
};

/** Whether the focus is on a square. */
async function isAt(page: BoardPage, square: number): Promise<boolean> {
  return (await page.focused()) === (await page.label(square));
}

async function check(fixture: Fixture, text: string, way: keyof typeof WAYS): Promise<void> {
  const wanted = moveOf(fixture, text);
  const board = await browser.checkers(fixture, {}, { hasTouch: way === "touch drag" });
  await WAYS[way]?.(board, wanted.from, wanted.to, text);
  await expect.poll(() => board.sent("move")).toEqual([wanted]);
  await expect.poll(() => board.label(wanted.to)).toContain("Red man");
  expect(await board.label(wanted.from)).toContain("empty");
  expect(board.faults).toEqual([]);
  await board.close();
}

describe.each(MOVES)("$name", (fixture, text) => {
  test.each(Object.keys(WAYS))("%s plays it", (way) => check(fixture, text, way));

  test.each(["tap", "mouse drag", "touch drag"])("%s plays it on the flipped board", async (way) => {
    await check({ ...fixture, orientation: "black" } as Fixture, text, way);
  });
});

test("a tap by touch plays a move", async () => {
  const board = await browser.checkers(international, {}, { hasTouch: true });
  for (const label of ["32", "28"]) {
    const { x, y } = await board.middle(at(international, label));
    await board.page.touchscreen.tap(x, y);
  }
  await expect.poll(() => board.sent("move")).toEqual([moveOf(international, "32-28")]);
  await board.close();
});

test("a second finger cancels a drag", async () => {
  const board = await browser.checkers(international, {}, { hasTouch: true });
  const [start, end] = [await board.middle(at(international, "32")), await board.middle(at(international, "28"))];
  const session = await board.page.context().newCDPSession(board.page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ ...start, id: 1 }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ ...end, id: 1 }] });
  await expect.poll(() => board.count(".held")).toBe(1);
  await session.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [
      { ...end, id: 1 },
      { ...start, id: 2 },
    ],
  });
  await expect.poll(() => board.count(".held")).toBe(0);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await board.sent("move")).toEqual([]);
  await board.close();
});

test("a drag that ends beside the board plays nothing and clears the selection", async () => {
  const board = await browser.checkers(international, {}, { viewport: { width: 900, height: 600 } });
  const start = await board.middle(at(international, "32"));
  await board.page.mouse.move(start.x, start.y);
  await board.page.mouse.down();
  await board.page.mouse.move(880, 300, { steps: 4 });
  await board.page.mouse.up();
  expect(await board.sent("move")).toEqual([]);
  expect(await board.count(".selected")).toBe(0);
  expect((await board.sent("select")).at(-1)).toEqual({ square: null, targets: [] });
  await board.close();
});

test("Escape cancels a drag", async () => {
  const board = await browser.checkers(international);
  const [start, end] = [await board.middle(at(international, "32")), await board.middle(at(international, "28"))];
  await board.page.mouse.move(start.x, start.y);
  await board.page.mouse.down();
  await board.page.mouse.move(end.x, end.y, { steps: 4 });
  expect(await board.count(".held")).toBe(1);
  await board.press("Escape");
  expect(await board.count(".held")).toBe(0);
  await board.page.mouse.up();
  expect(await board.sent("move")).toEqual([]);
  await board.close();
});

test("a drag survives news that leave the piece where it is", async () => {
  const board = await browser.checkers(international);
  const [start, end] = [await board.middle(at(international, "32")), await board.middle(at(international, "28"))];
  await board.page.mouse.move(start.x, start.y);
  await board.page.mouse.down();
  await board.page.mouse.move(end.x, end.y, { steps: 4 });
  await board.tell({ board: [...international.board], legal: [...international.legal], status: "one minute" });
  expect(await board.count(".held")).toBe(1);
  await board.page.mouse.up();
  expect(await board.sent("move")).toEqual([moveOf(international, "32-28")]);
  await board.close();
});

test("a second tap puts the piece back, a tap on another own piece switches", async () => {
  const board = await browser.checkers(international);
  await board.tap(at(international, "32"), at(international, "32"), at(international, "33"), at(international, "34"));
  const selected = (await board.sent("select")).map((detail) => detail.square);
  expect(selected).toEqual([at(international, "32"), null, at(international, "33"), at(international, "34")]);
  await board.close();
});

test("with destinationFirst a square that only one piece can reach plays at once", async () => {
  const board = await browser.checkers(international, { destinationFirst: true });
  await board.tap(at(international, "28"));
  expect(await board.sent("move")).toEqual([]);
  await board.tap(at(international, "26"));
  expect(await board.sent("move")).toEqual([moveOf(international, "31-26")]);
  await board.close();
});

test("a move that the host cancels is not drawn, and can be made again", async () => {
  const board = await browser.checkers(international);
  await board.page.evaluate(() => element().addEventListener("move", (event) => event.preventDefault()));
  await board.tap(at(international, "32"), at(international, "28"));
  expect(await board.label(at(international, "32"))).toContain("Red man");
  await board.tap(at(international, "32"), at(international, "28"));
  expect(await board.sent("move")).toHaveLength(2);
  await board.close();
});

test("a move that the host has not answered yet cannot be made twice", async () => {
  const board = await browser.checkers(international);
  await board.call("typed", "32-28");
  await board.call("typed", "33-29");
  expect(await board.sent("move")).toHaveLength(1);
  expect((await board.sent("refusal"))[0]).toMatchObject({ code: "not_your_turn" });
  await board.call("takeBack", "You are too late");
  expect(await board.label(at(international, "32"))).toContain("Red man");
  expect(await board.spoken()).toBe("You are too late");
  expect(await board.call("typed", "33-29")).toBe(true);
  await board.close();
});
