// Screenshots of the boards in many states for review by eye, written to `screenshots` at the root of the repository.
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { test } from "vitest";
import type { CheckersBoard } from "../../games/checkers/board/checkers-board.js";
import { type BoardPage, testBrowser } from "./browser.js";
import { at, canadian, chain, type Fixture, fixture, international, moveOf, obligation, russian, TEN, turkish, twoRoutes } from "./fixtures.js";

const browser = testBrowser();

const kings = fixture("kings", TEN, "28 K33 38 K47", "12 K18 3 K24 9", "28-22 33-29");
const WHITE: Partial<CheckersBoard> = { pieces: "white-black", sides: { red: "White", black: "Black" } };

interface Picture {
  readonly fixture: Fixture;
  readonly properties?: Partial<CheckersBoard>;
  readonly context?: BrowserContextOptions;
  readonly act?: (board: BoardPage) => Promise<unknown>;
}

const PICTURES: Readonly<Record<string, Picture>> = {
  "russian-start": { fixture: russian, properties: WHITE },
  "english-red": { fixture: russian, act: (board) => board.tap(at(russian, "c3")) },
  "international-selected": { fixture: international, properties: WHITE, act: (board) => board.tap(at(international, "32")) },
  "slate-last-move": { fixture: chain, properties: { ...WHITE, theme: "slate", animation: "off" }, act: (board) => board.call("play", chain.legal[0]) },
  "wood-last-move": { fixture: chain, properties: { animation: "off" }, act: (board) => board.call("play", chain.legal[0]) },
  "obligation-refused": { fixture: obligation, act: (board) => board.tap(at(obligation, "46")) },
  routes: { fixture: twoRoutes, properties: WHITE, act: (board) => board.tap(at(twoRoutes, "4"), at(twoRoutes, "15")) },
  "chain-selected": { fixture: chain, properties: { ...WHITE, theme: "slate" }, act: (board) => board.tap(at(chain, "48")) },
  kings: { fixture: kings, properties: { lastMove: moveOf(TEN, "12-18") } },
  "kings-white": { fixture: kings, properties: { ...WHITE, theme: "slate", lastMove: moveOf(TEN, "12-18") } },
  turkish: { fixture: turkish, properties: WHITE, act: (board) => board.tap(at(turkish, "d3")) },
  "turkish-slate": { fixture: turkish, properties: { ...WHITE, theme: "slate" } },
  "canadian-phone": { fixture: canadian, properties: WHITE, context: { viewport: { width: 320, height: 568 } } },
  "international-phone": { fixture: international, properties: { ...WHITE }, context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } },
  focus: {
    fixture: kings,
    act: async (board) => {
      await board.call("focusSquare", at(TEN, "33"));
      await board.press("ArrowUp", "ArrowUp");
    },
  },
  dark: { fixture: kings, context: { colorScheme: "dark" }, properties: { lastMove: moveOf(TEN, "12-18") }, act: (board) => board.tap(at(TEN, "28")) },
  "forced-colours": {
    fixture: kings,
    context: { forcedColors: "active" },
    properties: { lastMove: moveOf(TEN, "12-18") },
    act: (board) => board.tap(at(TEN, "28")),
  },
  contrast: { fixture: kings, properties: { theme: "contrast", lastMove: moveOf(TEN, "12-18") }, act: (board) => board.tap(at(TEN, "28")) },
};

function file(name: string): string {
  return fileURLToPath(new URL(`../../../screenshots/board-${name}.png`, import.meta.url));
}

test.each(Object.entries(PICTURES))("%s", async (name, { fixture, properties, context, act }) => {
  const board = await browser.checkers(fixture, properties, { viewport: { width: 640, height: 640 }, ...context });
  await act?.(board);
  await board.page.screenshot({ path: file(name) });
  await board.close();
});

test.each([
  ["tictactoe", {}, {}],
  ["tictactoe-won", { winningLine: [0, 4, 8], board: ["X", "O", null, "O", "X", null, null, null, "X"], lastMove: 8, turn: null }, {}],
  ["tictactoe-dark", { theme: "slate" }, { colorScheme: "dark" as const }],
])("%s", async (name, properties, context) => {
  const told = { board: ["X", "O", null, null, "X", null, null, null, "O"], turn: "X", you: "X", lastMove: 8, animation: "off" };
  const board = await browser.open("tictactoe-board", { ...told, ...properties }, { viewport: { width: 400, height: 400 }, ...context });
  await board.page.screenshot({ path: file(name) });
  await board.close();
});
