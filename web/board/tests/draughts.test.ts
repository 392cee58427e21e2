// The draughts board in a real browser: drawing and announcements.
import { expect, test } from "vitest";
import { after } from "../../games/checkers/board/move.js";
import { type BoardPage, testBrowser } from "./browser.js";
import { at, canadian, chain, type Fixture, fixture, international, moveOf, obligation, TEN, twoRoutes } from "./fixtures.js";

const browser = testBrowser();

/** Opens a position, does something, and compares what was sent; the page must stay free of errors. */
async function check(
  position: Fixture,
  act: (board: BoardPage) => Promise<unknown>,
  sent: { readonly move?: readonly string[]; readonly refusal?: readonly string[] },
): Promise<void> {
  const board = await browser.checkers(position);
  await act(board);
  expect(await board.sent("move")).toEqual((sent.move ?? []).map((text) => moveOf(TEN, text)));
  expect((await board.sent("refusal")).map((refusal) => refusal.code)).toEqual(sent.refusal ?? []);
  expect(board.faults).toEqual([]);
  await board.close();
}

const square = (label: string): number => at(TEN, label);

test("an ambiguous capture asks for the route, and the first can be played", () =>
  check(
    twoRoutes,
    async (board) => {
      await board.tap(square("4"), square("15"));
      expect(await board.count(".route")).toBe(2);
      expect(await board.spoken()).toBe("Choose a route: 1 by 27, 2 by 31");
      await board.tap(square("27"));
    },
    { move: ["4x27x38x15/13,32,20"] },
  ));

test("the second route can be played by its number", () =>
  check(
    twoRoutes,
    async (board) => {
      await board.call("focusSquare", square("4"));
      await board.press("Enter", "d");
      expect(await board.focused()).toContain("15, empty, legal destination");
      await board.press("Enter", "2");
    },
    { move: ["4x31x42x15/13,37,20"] },
  ));

test("a drag to an ambiguous end asks for the route", () =>
  check(
    twoRoutes,
    async (board) => {
      await board.drag(square("4"), square("15"));
      expect(await board.count(".route")).toBe(2);
      await board.tap(square("31"));
    },
    { move: ["4x31x42x15/13,37,20"] },
  ));

test("Backspace takes back one step, Escape the whole choice", () =>
  check(
    twoRoutes,
    async (board) => {
      await board.tap(square("4"), square("15"));
      await board.press("Backspace");
      expect(await board.count(".route")).toBe(0);
      expect(await board.count(".selected")).toBe(1);
      await board.press("Escape");
      expect(await board.count(".selected")).toBe(0);
    },
    {},
  ));

test("a piece that may not move is refused in words, and the pieces that must capture are ringed", () =>
  check(
    obligation,
    async (board) => {
      expect(await board.count(".must")).toBe(2);
      await board.tap(square("46"));
      expect(await board.page.locator(".notice").textContent()).toBe("You must capture with 28, 34");
      expect(await board.spoken()).toBe("You must capture with 28, 34");
      expect(await board.label(square("28"))).toBe("28, Red man, must capture");
    },
    { refusal: ["must_capture"] },
  ));

test("rings may wait for the first refusal", async () => {
  const board = await browser.checkers(obligation, { captureHints: "after-refusal" });
  expect(await board.count(".must")).toBe(0);
  await board.tap(square("46"));
  expect(await board.count(".must")).toBe(2);
  await board.close();
});

test("a wrong destination is refused and clears the selection", () =>
  check(
    international,
    async (board) => {
      await board.tap(square("32"), square("21"));
      expect(await board.spoken()).toBe("32-21 is not a legal move here");
      expect(await board.count(".selected")).toBe(0);
    },
    { refusal: ["illegal_move"] },
  ));

test("the opponent's pieces, blocked pieces and unreadable text are refused", () =>
  check(
    international,
    async (board) => {
      await board.tap(square("20"), square("46"));
      await board.call("typed", "hello");
      await board.call("typed", "32-99");
    },
    { refusal: ["not_your_piece", "blocked", "unreadable_move", "out_of_board"] },
  ));

test("nothing moves when it is not your turn", () =>
  check({ ...international, turn: "black" }, (board) => board.tap(square("32"), square("28")), { refusal: ["not_your_turn"] }));

test("a spectator's board is silent", async () => {
  const board = await browser.checkers(international, { interactive: false });
  await board.tap(square("32"), square("28"));
  await board.drag(square("32"), square("28"));
  expect(await board.sent("move")).toEqual([]);
  expect(await board.sent("refusal")).toEqual([]);
  await board.close();
});

test.each([
  ["after-move", 3],
  ["at-once", 2],
] as const)("captured pieces leave %s", async (removal, left) => {
  const board = await browser.checkers(chain, { animation: "on", stepDuration: 60_000, removal });
  await board.call("typed", "48x17");
  expect(await board.count(".leaving")).toBe(3);
  // Halfway through the second jump the first captured piece is gone only with `at-once`.
  await board.page.evaluate(() => {
    for (const animation of element().shadowRoot?.getAnimations() ?? []) animation.currentTime = 90_000;
  });
  await expect.poll(() => board.count(".leaving")).toBe(left);
  expect(await board.label(square("17"))).toContain("Red man");
  await board.close();
});

test("a man is crowned when he comes to rest", async () => {
  const near = fixture("near", TEN, "7", "45", "7-1");
  const board = await browser.checkers(near, { animation: "on", stepDuration: 60_000 });
  const crowned = after(near.board, near.legal[0] ?? moveOf(TEN, "7-1")).map((piece, place) =>
    place === square("1") && piece ? { ...piece, type: "king" as const } : piece,
  );
  await board.tell({ board: crowned, lastMove: near.legal[0], turn: "black", legal: [] });
  expect(await board.count(".crown")).toBe(0);
  expect(await board.label(square("1"))).toContain("Red king");
  await board.page.evaluate(() =>
    element()
      .shadowRoot?.getAnimations()
      .forEach((animation) => animation.finish()),
  );
  await expect.poll(() => board.count(".crown")).toBe(1);
  await board.close();
});

test("the opponent's move slides, is spoken, and shows its whole path", async () => {
  const answer = fixture("answer", TEN, "23 32 41", "19 45", "", "black");
  const move = moveOf(TEN, "19x28x37/23,32");
  const board = await browser.checkers({ ...answer, you: "red" }, { animation: "on", stepDuration: 60_000 });
  await board.tell({ board: after(answer.board, move), lastMove: move, turn: "red", legal: [moveOf(TEN, "41x32/37")] });
  expect(await board.page.evaluate(() => element().shadowRoot?.getAnimations().length)).toBeGreaterThan(0);
  const spoken = await board.page.locator("[role=log] p").allTextContents();
  expect(spoken.slice(-2)).toEqual(["Black 19 takes 23, 32, lands 37", "You must capture with 41"]);
  expect(await board.count(".last-landing")).toBe(1);
  expect(await board.label(square("37"))).toContain("last move");
  await board.close();
});

test("a position that does not follow from the move is shown without a slide", async () => {
  const board = await browser.checkers(international, { animation: "on", stepDuration: 60_000 });
  await board.tell({ board: chain.board, lastMove: chain.legal[0] });
  expect(await board.page.evaluate(() => element().shadowRoot?.getAnimations().length)).toBe(0);
  expect(await board.count(".piece")).toBe(6);
  await board.close();
});

test("reduced motion moves pieces without a slide, and the host may overrule it", async () => {
  for (const [animation, running] of [
    ["auto", 0],
    ["on", 1],
  ] as const) {
    const board = await browser.checkers(international, { animation, stepDuration: 60_000 }, { reducedMotion: "reduce" });
    await board.tap(square("32"), square("28"));
    expect(await board.page.evaluate(() => element().shadowRoot?.getAnimations().length)).toBe(running);
    expect(await board.label(square("28"))).toContain("Red man");
    await board.close();
  }
});

test("play slides a move and resolves at rest", async () => {
  const board = await browser.checkers(chain, { animation: "on", stepDuration: 10 });
  await board.call("play", chain.legal[0]);
  expect(await board.count(".piece")).toBe(3);
  expect(await board.spoken()).toBe("Red 48 takes 42, 32, 22, lands 17");
  await board.close();
});

test("flip turns the board, keeps the numbers and the focus", async () => {
  const board = await browser.checkers(international);
  await board.call("focusSquare", square("46"));
  const before = await board.middle(square("46"));
  await board.press("f");
  const behind = await board.middle(square("46"));
  expect(Math.round(before.x + behind.x)).toBe(Math.round(before.y + behind.y));
  expect(behind.y).toBeLessThan(before.y);
  expect(await board.focused()).toContain("46, Red man");
  expect(await board.spoken()).toBe("Black at the bottom");
  await board.close();
});

test("your own side is at the bottom", async () => {
  const board = await browser.checkers(international, { you: "black" });
  expect((await board.middle(square("1"))).y).toBeGreaterThan((await board.middle(square("50"))).y);
  await board.close();
});

test("twelve by twelve squares are wide enough for a finger on the smallest phone", async () => {
  const board = await browser.checkers(canadian, {}, { viewport: { width: 320, height: 568 } });
  const box = await board.page.locator("[role=gridcell][data-square]").first().boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(24);
  expect(await board.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await board.close();
});

test.each([
  [1280, 720],
  [844, 390],
  [390, 844],
  [320, 568],
  [768, 1024],
])("the board fits %i × %i", async (width, height) => {
  const board = await browser.checkers(international, {}, { viewport: { width, height } });
  const box = await board.page.locator(".frame").boundingBox();
  expect(Math.abs((box?.width ?? 0) - (box?.height ?? 1))).toBeLessThan(1);
  expect(box?.height).toBeLessThanOrEqual(height);
  expect(box?.width).toBeLessThanOrEqual(width);
  await board.close();
});

test("wrong values are refused with a clear error and change nothing", async () => {
  const board = await browser.checkers(international);
  const told = await board.page.evaluate(() => {
    const target = element() as unknown as Record<string, unknown>;
    return [
      ["columns", 0],
      ["board", "x"],
      ["orientation", "up"],
      ["turn", "white"],
    ].map(([name, value]) => {
      const before = target[name as string];
      try {
        target[name as string] = value;
      } catch (error) {
        return target[name as string] === before && (error as Error).message;
      }
      return "accepted";
    });
  });
  expect(told).toEqual([
    "columns must be a whole number from 1 to 26",
    "board must be an array",
    "orientation must be one of auto red black",
    "turn must be one of red black",
  ]);
  await board.close();
});

test("attributes set properties, and a wrong one is reported without breaking the page", async () => {
  const board = await browser.checkers(international);
  const values = await board.page.evaluate(() => {
    const made = document.createElement("checkers-board");
    for (const [name, value] of [
      ["you", "black"],
      ["step-duration", "40"],
      ["interactive", "false"],
      ["theme", "neon"],
    ] as const) {
      made.setAttribute(name, value);
    }
    return [made.you, made.stepDuration, made.interactive, made.theme];
  });
  expect(values).toEqual(["black", 40, false, "wood"]);
  expect(board.faults).toEqual(['<checkers-board theme="neon">: theme must be one of wood walnut green slate sea plum contrast']);
  await board.close();
});

test("typed commands answer, and those of the host are handed on", () =>
  check(
    chain,
    async (board) => {
      await board.call("typed", "/moves");
      expect(await board.spoken()).toBe("Legal moves: 48x37x28x17");
      await board.call("typed", "/pieces");
      expect(await board.spoken()).toBe("Red. Men: 48. Kings: 46");
      await board.call("typed", "/resign");
      expect(await board.sent("command")).toEqual([{ name: "resign" }]);
    },
    {},
  ));
