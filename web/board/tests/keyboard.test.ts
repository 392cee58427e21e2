// The board by keyboard and screen reader.
import { expect, test } from "vitest";
import { CHECKERS_MESSAGES } from "../../games/checkers/board/messages.js";
import { testBrowser } from "./browser.js";
import { at, chain, type Fixture, international, moveOf, obligation, TEN, turkish } from "./fixtures.js";

const browser = testBrowser();

/** Starts on a square, presses keys, and compares the label of the focused square or the last sentence. */
async function check(position: Fixture, start: string, keys: readonly string[], wanted: { focus?: string; spoken?: string }): Promise<void> {
  const board = await browser.checkers(position, { status: "Ann 1:00" });
  await board.call("focusSquare", at(position, start));
  await board.press(...keys);
  if (wanted.focus) expect(await board.focused()).toBe(wanted.focus);
  if (wanted.spoken) expect(await board.spoken()).toBe(wanted.spoken);
  expect(board.faults).toEqual([]);
  await board.close();
}

test("thirty arrow presses without waiting end on the right square", async () => {
  const board = await browser.checkers(international);
  await board.call("focusSquare", at(TEN, "46"));
  const keys = [..."uuuuuuuuurrrrdddlluurrddllluur"];
  const names: Readonly<Record<string, string>> = { u: "ArrowUp", d: "ArrowDown", l: "ArrowLeft", r: "ArrowRight" };
  await Promise.all(keys.map((key) => board.page.keyboard.press(names[key] ?? "")));
  expect(await board.focused()).toBe("8, Black man");
  await board.close();
});

test("Home and End go to the ends of the row, with Control to the ends of the board", async () => {
  await check(international, "28", ["Home"], { focus: "26, empty" });
  await check(international, "28", ["End"], { focus: "30, empty" });
  await check(international, "28", ["Control+Home"], { focus: "1, Black man" });
  await check(international, "28", ["Control+End"], { focus: "50, Red man" });
});

test("m goes to the next piece that can move, Shift+m back", async () => {
  await check(international, "31", ["m"], { focus: "32, Red man, can move" });
  await check(international, "35", ["m"], { focus: "31, Red man, can move" });
  await check(international, "31", ["Shift+M"], { focus: "35, Red man, can move" });
  await check(obligation, "46", ["m"], { focus: "28, Red man, must capture" });
});

test("d goes round the destinations", async () => {
  await check(international, "32", ["Enter", "d"], { focus: "27, empty, legal destination" });
  await check(international, "32", ["Enter", "d", "d"], { focus: "28, empty, legal destination" });
  await check(international, "32", ["d"], { spoken: "Nothing selected" });
});

test("a selection is spoken with its destinations", () =>
  check(international, "32", ["Space"], { focus: "32, Red man, can move, selected", spoken: "32 selected, destinations: 27, 28" }));

test("letters answer questions", async () => {
  await check(chain, "48", ["l"], { spoken: "No move yet" });
  await check(chain, "48", ["t"], { spoken: "Red to move. Ann 1:00" });
  await check(chain, "48", ["p"], { spoken: "Red. Men: 48. Kings: 46" });
  await check(chain, "48", ["o"], { spoken: "Black. Men: 4, 22, 32, 42. Kings: none" });
  await check(chain, "46", ["x"], {
    spoken: "up right: 41 empty, 37 empty, 32 Black man, 28 empty, 23 empty, 19 empty, 14 empty, 10 empty, 5 empty",
  });
  await check(turkish, "a1", ["Shift+?"], { spoken: CHECKERS_MESSAGES.help });
});

test("letters can be switched off", async () => {
  const board = await browser.checkers(international, { shortcuts: false });
  await board.call("focusSquare", at(TEN, "31"));
  await board.press("m", "f");
  expect(await board.focused()).toBe("31, Red man, can move");
  await board.close();
});

test("the board is one tab stop and keeps its place", async () => {
  const board = await browser.checkers(international);
  await board.page.evaluate(() => document.body.append(document.createElement("button")));
  await board.press("Tab");
  expect(await board.focused()).toBe("31, Red man, can move");
  await board.press("ArrowRight", "Tab");
  expect(await board.focused()).toBe("");
  await board.press("Shift+Tab");
  expect(await board.focused()).toBe("32, Red man, can move");
  await board.close();
});

test("the focus survives a new position", async () => {
  const board = await browser.checkers(international);
  await board.call("focusSquare", at(TEN, "28"));
  await board.tell({ board: chain.board, legal: chain.legal });
  expect(await board.focused()).toBe("28, empty");
  await board.close();
});

test("Escape is the page's when nothing is selected", async () => {
  const board = await browser.checkers(international);
  await board.call("focusSquare", at(TEN, "32"));
  const taken = await board.page.evaluate(() => {
    const press = (): boolean => {
      const event = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, composed: true, cancelable: true });
      element().shadowRoot?.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const before = press();
    (element().shadowRoot?.activeElement as HTMLElement | null | undefined)?.click();
    return [before, press()];
  });
  expect(taken).toEqual([false, true]);
  await board.close();
});

test("a whole move by keyboard alone is spoken", () => check(international, "32", ["Enter", "d", "d", "Enter"], { spoken: "Red 32 to 28" }));

test("the grid has a name, rows and squares", async () => {
  const board = await browser.checkers(international, { variant: "International", sides: { red: "White", black: "Black" } });
  const grid = board.page.getByRole("grid", { name: "Draughts board, International, you play White" });
  expect(await grid.getByRole("row").count()).toBe(10);
  expect(await grid.getByRole("gridcell").count()).toBe(100);
  expect(await grid.getByRole("gridcell", { name: "32, White man, can move" }).count()).toBe(1);
  await board.close();
});

test("a host may replace the words", async () => {
  const board = await browser.checkers(international, {
    sides: { red: "Wit", black: "Zwart" },
    messages: { man: "schijf", canMove: "kan spelen", moved: "{side} speelt {from} naar {to}" },
  });
  expect(await board.label(at(TEN, "32"))).toBe("32, Wit schijf, kan spelen");
  await board.call("play", moveOf(TEN, "32-28"));
  expect(await board.spoken()).toBe("Wit speelt 32 naar 28");
  await board.close();
});
