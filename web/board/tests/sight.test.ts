// Visual accessibility: rules, contrast, forced colours, and states without colour.
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import type { CheckersBoard } from "../../games/checkers/board/checkers-board.js";
import { addAxe } from "../../tests/chromium.js";
import { type BoardPage, testBrowser } from "./browser.js";
import { at, canadian, fixture, international, moveOf, obligation, russian, TEN, turkish, twoRoutes } from "./fixtures.js";

const browser = testBrowser();

const kings = fixture("kings", TEN, "28 K33 38 K47", "12 K18 3 K24 9", "28-22 33-29");
const CONTEXTS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "forced colours": { forcedColors: "active" },
  "reduced motion": { reducedMotion: "reduce" },
  phone: { viewport: { width: 320, height: 568 } },
};

async function check(board: BoardPage): Promise<void> {
  await addAxe(board.page);
  const violations = await board.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: object): Promise<{ violations: { id: string; help: string }[] }> } };
    return (await axe.run(document)).violations.map(({ id, help }) => `${id}: ${help}`);
  });
  expect(violations).toEqual([]);
  expect(board.faults).toEqual([]);
  await board.close();
}

test.each(Object.entries(CONTEXTS))("no accessibility rule is broken: %s", async (_name, context) => {
  const board = await browser.checkers(obligation, { lastMove: moveOf(TEN, "18-23") }, context);
  await board.tap(at(TEN, "46"));
  await check(board);
});

test("no accessibility rule is broken on the orthogonal board with a piece in hand", async () => {
  const board = await browser.checkers(turkish);
  await board.tap(at(turkish, "d3"));
  await check(board);
});

test("no accessibility rule is broken while the board asks for a route", async () => {
  const board = await browser.checkers(twoRoutes);
  await board.tap(at(TEN, "4"), at(TEN, "15"));
  await check(board);
});

test.each(Object.entries(CONTEXTS))("no accessibility rule is broken by tic-tac-toe: %s", async (_name, context) => {
  const cells = ["X", "O", null, "O", "X", null, null, null, "X"];
  await check(await browser.open("tictactoe-board", { board: cells, winningLine: [0, 4, 8], you: "X" }, context));
});

/** The luminance contrast between the average colours of two kinds of elements. */
async function contrast(board: BoardPage, one: string, other: string, property = "fill", otherProperty = "fill"): Promise<number> {
  return board.page.evaluate(
    ([one, other, property, otherProperty]) => {
      const light = (selector: string, name: string): number => {
        const found = element().shadowRoot?.querySelector(selector);
        if (!found) throw new Error(`nothing fits ${selector}`);
        const [red = 0, green = 0, blue = 0] = (
          getComputedStyle(found)
            .getPropertyValue(name)
            .match(/[\d.]+/g) ?? []
        ).map(Number);
        const linear = (part: number): number => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      };
      const [a, b] = [light(one as string, property as string), light(other as string, otherProperty as string)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    },
    [one, other, property, otherProperty] as const,
  );
}

const LOOKS: Partial<CheckersBoard>[] = (["wood", "slate", "walnut", "green", "sea", "plum", "contrast"] as const).flatMap((theme) =>
  (["red-black", "white-black", "black-white", "red-white"] as const).flatMap((pieces) =>
    (["rings", "flat", "club"] as const).map((pieceSet) => ({ theme, pieces, pieceSet })),
  ),
);

test("pieces and signs stand out by 3 to 1, text by 4.5 to 1, in every theme", async () => {
  const board = await browser.checkers(kings, { lastMove: moveOf(TEN, "12-18") });
  await board.tap(at(TEN, "28"));
  for (const look of LOOKS) {
    await board.tell(look);
    await standsOut(board, `${look.theme}, ${look.pieces}, ${look.pieceSet}`);
  }
  await board.close();
});

async function standsOut(board: BoardPage, look: string): Promise<void> {
  for (const side of [".red", ".black"]) {
    const byFill = await contrast(board, `${side} .disc`, ".dark");
    const byRim = await contrast(board, `${side} .disc`, ".dark", "stroke");
    expect(Math.max(byFill, byRim), `${side} on its square: ${look}`).toBeGreaterThanOrEqual(3);
    expect(await contrast(board, `${side} .crown`, `${side} .disc`), `${side} crown: ${look}`).toBeGreaterThanOrEqual(3);
  }
  expect(await contrast(board, ".red .disc", ".black .disc"), `the two sides: ${look}`).toBeGreaterThanOrEqual(3);
  expect(await contrast(board, ".trace", ".dark", "stroke"), `last move: ${look}`).toBeGreaterThanOrEqual(3);
  expect(await contrast(board, ".on-dark", ".dark"), `coordinates: ${look}`).toBeGreaterThanOrEqual(4.5);
  expect(await contrast(board, ".holding", ".dark", "stroke"), `selection: ${look}`).toBeGreaterThanOrEqual(3);
  expect(await contrast(board, ".target", ".dark"), `destination: ${look}`).toBeGreaterThanOrEqual(3);
}

test("forced colours keep every piece and the two sides apart", async () => {
  const board = await browser.checkers(kings, {}, { forcedColors: "active" });
  expect(await contrast(board, ".red .disc", ".black .disc")).toBeGreaterThanOrEqual(7);
  expect(await contrast(board, ".red .disc", ".dark", "stroke")).toBeGreaterThanOrEqual(7);
  expect(await contrast(board, ".black .crown", ".black .disc")).toBeGreaterThanOrEqual(7);
  await board.close();
});

test("the sides differ by shape too, and kings wear a crown and a second ring", async () => {
  const board = await browser.checkers(kings);
  const dashes = (side: string): Promise<string> =>
    board.page.evaluate((side) => getComputedStyle(element().shadowRoot?.querySelector(`${side} .ring`) as Element).strokeDasharray, side);
  expect(await dashes(".red")).not.toBe(await dashes(".black"));
  expect(await board.count(".king .crown")).toBe(4);
  expect(await board.count(".king .inner")).toBe(4);
  expect(await board.count(".man .crown")).toBe(0);
  await board.close();
});

test("in every set the sides differ by shape, and every king has a crown", async () => {
  const board = await browser.checkers(kings);
  for (const pieceSet of ["flat", "club"] as const) {
    await board.tell({ pieceSet });
    const ring = (side: string): Promise<string> =>
      board.page.evaluate((side) => {
        const { display, strokeDasharray } = getComputedStyle(element().shadowRoot?.querySelector(`${side}.man .ring`) as Element);
        return `${display} ${strokeDasharray}`;
      }, side);
    expect(await ring(".red"), pieceSet).not.toBe(await ring(".black"));
    expect(await board.count(".king .crown"), pieceSet).toBe(4);
    expect(await board.count(".man .crown"), pieceSet).toBe(0);
  }
  await board.close();
});

test("no man and no king covers a coordinate, in any set and on any board", async () => {
  for (const position of [russian, international, turkish, canadian, kings]) {
    const board = await browser.checkers(position);
    for (const coordinates of ["auto", "squares"] as const) {
      for (const pieceSet of ["rings", "flat", "club"] as const) {
        await board.tell({ coordinates, pieceSet });
        expect(await coveredLabels(board), `${position.name}, ${coordinates}, ${pieceSet}`).toEqual([]);
      }
    }
    await board.close();
  }
});

/** The labels that reach into a disc, in the units of the drawing. */
function coveredLabels(board: BoardPage): Promise<string[]> {
  return board.page.evaluate(() => {
    const root = element().shadowRoot;
    const labels = [...(root?.querySelectorAll<SVGTextElement>(".coordinates text") ?? [])];
    const discs = [...(root?.querySelectorAll<SVGCircleElement>(".disc") ?? [])].map((disc) => {
      const { bottom, left, right, top } = disc.getBoundingClientRect();
      // The box leaves out the rim.
      return { x: (left + right) / 2, y: (top + bottom) / 2, r: ((right - left) / 2) * 1.04 };
    });
    const covered = labels.filter((label) => {
      const { bottom, left, right, top } = label.getBoundingClientRect();
      // The box of a text has room for descenders; the digits end above it.
      const low = bottom - (bottom - top) * 0.22;
      return discs.some(({ r, x, y }) => Math.hypot(x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), low)) < r);
    });
    return covered.map((label) => label.textContent ?? "");
  });
}

test.each(["achromatopsia", "protanopia", "deuteranopia", "tritanopia"] as const)("states can be told apart with %s", async (type) => {
  const shot = async (state: Partial<CheckersBoard>, tapped?: string): Promise<number[]> => {
    const board = await browser.checkers(kings, state, { viewport: { width: 300, height: 300 } });
    const session = await board.page.context().newCDPSession(board.page);
    await session.send("Emulation.setEmulatedVisionDeficiency", { type });
    if (tapped) await board.tap(at(TEN, tapped));
    const picture = await greys(board);
    await board.close();
    return picture;
  };
  const plain = await shot({});
  for (const other of [await shot({ lastMove: moveOf(TEN, "12-18") }), await shot({}, "28")]) {
    const different = plain.filter((grey, pixel) => Math.abs(grey - (other[pixel] ?? 0)) > 40).length;
    expect(different).toBeGreaterThan(60);
  }
});

/** The grey value of every pixel of a screenshot, decoded by the browser itself. */
async function greys(board: BoardPage): Promise<number[]> {
  const picture = [...(await board.page.screenshot())];
  return board.page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
    return Array.from({ length: data.length / 4 }, (_, pixel) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
      return 0.299 * red + 0.587 * green + 0.114 * blue;
    });
  }, picture);
}
