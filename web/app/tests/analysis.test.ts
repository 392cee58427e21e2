// The analysis board: own moves and variations, the engine, mistakes, texts, a position of one's own, links, keys, and no network.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule, resign } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

const GAME = '[White "Ann"] [Black "Bob"] [GameType "21"] 1. 11-15 22-18 (23-19 8-11) 2. 15x22 25x18 *';

/** Opens the analysis board. */
async function open(fragment = "#variant=english", options = {}): Promise<Person> {
  const person = await app.open(`analysis${fragment}`, options);
  await person.waitForStatus(/./);
  return person;
}

const texts = (person: Person): Promise<string[]> => person.page.locator(".tree .move").allInnerTexts();

/** The move that led to the board. */
async function current(person: Person, text: string): Promise<void> {
  await person.page.locator(".tree .move[aria-current=step]", { hasText: text }).waitFor();
}

/** Plays a move that need not be new in the list. */
async function play(person: Person, move: string): Promise<void> {
  await person.page.locator("checkers-board").evaluate((board, text) => (board as unknown as { typed(text: string): boolean }).typed(text), move);
  await current(person, move);
}

async function openText(person: Person, text: string): Promise<void> {
  await person.press("Open a text");
  await person.page.getByLabel("Game or position").fill(text);
  await person.page.getByRole("button", { name: "Open", exact: true }).click();
}

test.runIf(hasModule)("own moves make a line, another move makes a variation, which can be promoted and deleted", async () => {
  const person = await open();
  for (const move of ["11-15", "22-18"]) await play(person, move);
  await person.page.keyboard.press("ArrowLeft");
  await current(person, "11-15");
  await play(person, "23-19");
  await expect.poll(() => texts(person)).toEqual(["11-15", "22-18", "23-19"]);
  await expect.poll(() => person.page.locator(".tree-variation .move").allInnerTexts()).toEqual(["23-19"]);
  await person.press("Promote the variation");
  await expect.poll(() => person.page.locator(".tree-variation .move").allInnerTexts()).toEqual(["22-18"]);
  await person.press("Delete from here");
  await current(person, "11-15");
  await expect.poll(() => texts(person)).toEqual(["11-15", "22-18"]);
  await person.leave();
});

test.runIf(hasModule)("the engine shows its lines with depth and evaluation, and a move of a line can be played", async () => {
  const person = await open();
  const lines = person.page.locator(".lines li");
  await expect.poll(() => lines.count()).toBe(3);
  await expect.poll(() => person.page.locator(".engine strong").innerText()).toMatch(/Even|better|winning|wins/);
  await expect.poll(() => person.page.locator(".engine").innerText()).toMatch(/\d+ plies deep/);
  await person.page.getByLabel("Lines").selectOption("1");
  await expect.poll(() => lines.count()).toBe(1);
  // Until the search ends, a deeper one may replace the line.
  await person.page.locator(".engine [data-done=true]").waitFor();
  const move = await lines.first().locator("button").nth(1).innerText();
  await lines.first().locator("button").nth(1).click();
  await current(person, move);
  await expect.poll(() => texts(person)).toHaveLength(2);
  await person.page.getByRole("switch", { name: "Ask the engine" }).uncheck();
  await lines.first().waitFor({ state: "detached" });
  await person.leave();
});

test.runIf(hasModule)("a pasted game is opened with its variations, and its address opens it again", async () => {
  const person = await open();
  await openText(person, GAME);
  await person.page.getByRole("heading", { name: "Ann – Bob" }).waitFor();
  await current(person, "25x18");
  await expect.poll(() => texts(person)).toEqual(["11-15", "22-18", "23-19", "8-11", "15x22", "25x18"]);
  await person.page.reload();
  await current(person, "25x18");
  await expect.poll(() => texts(person)).toEqual(["11-15", "22-18", "23-19", "8-11", "15x22", "25x18"]);
  await expect.poll(() => person.page.url()).toContain("#variant=english&moves=11-15_22-18_(23-19_8-11)_15x22_25x18");
  await person.leave();
});

test.runIf(hasModule)("a text that cannot be read is refused with its place, and changes nothing", async () => {
  const person = await open();
  await play(person, "11-15");
  await openText(person, "1. 11-15 22-19");
  const problem = person.page.getByRole("alert");
  await problem.filter({ hasText: "line 1, column 10" }).waitFor();
  await person.page.getByLabel("Game or position").fill("W:W99:B1");
  await person.page.getByRole("button", { name: "Open", exact: true }).click();
  await problem.filter({ hasText: /column 4.*99 is not a square of play/ }).waitFor();
  await person.page.getByRole("button", { name: "Close" }).click();
  expect(await texts(person)).toEqual(["11-15"]);
  await person.leave();
});

test.runIf(hasModule)("a link that is broken says so, and the board is the usual one", async () => {
  const person = await open("#variant=russian&fen=W:Wzz:Bb1");
  await person.page.getByRole("alert").filter({ hasText: "cannot be opened" }).waitFor();
  await play(person, "11-15");
  await person.leave();
});

test.runIf(hasModule)("a position in the address is shown, in its variant", async () => {
  const person = await open("#variant=russian&fen=B:WKa1:Bb8,d8");
  await person.waitForStatus("Black to move");
  await expect.poll(() => person.page.locator(".analysis-head").innerText()).toContain("Russian draughts");
  await play(person, "b8-a7");
  await expect.poll(() => person.page.url()).toContain("fen=B:WKa1:Bb8,d8&moves=b8-a7");
  await person.leave();
});

test.runIf(hasModule)("arrow keys, Home and End step wherever the focus is, and on the board only after Tab they choose squares", async () => {
  const person = await open(`#pdn=${encodeURIComponent(GAME)}`);
  await current(person, "25x18");
  const { keyboard } = person.page;
  await keyboard.press("Home");
  await person.page.locator(".tree .move[aria-current]").waitFor({ state: "detached" });
  await person.tap(await person.square("11"));
  await keyboard.press("ArrowRight");
  await current(person, "11-15");
  await person.page.getByRole("switch").focus();
  await keyboard.press("ArrowRight");
  await current(person, "22-18");
  for (const _ of [1, 2, 3]) await keyboard.press("ArrowLeft");
  await person.page.locator(".tree .move[aria-current]").waitFor({ state: "detached" });
  await keyboard.press("End");
  await current(person, "25x18");
  await person.page.locator(".tree .move").first().focus();
  await person.page.evaluate(() => document.querySelector<HTMLElement>("header a:last-of-type")?.focus());
  const onBoard = (): Promise<boolean> => person.page.evaluate(() => document.activeElement?.matches(".game-board") ?? false);
  for (let tabs = 0; tabs < 12 && !(await onBoard()); tabs++) await keyboard.press("Tab");
  expect(await onBoard()).toBe(true);
  await keyboard.press("ArrowLeft");
  await current(person, "25x18");
  await person.leave();
});

test.runIf(hasModule)("the mistakes of a game are marked with the better move, and a graph shows the evaluation", async () => {
  // The third move gives a man away: `parlour analyse` says so, too.
  const person = await open(`#variant=english&pdn=${encodeURIComponent("1. 9-14 22-17 2. 14-18 23x14 3. 11-15 17-13 *")}`);
  await person.page.getByRole("button", { name: "Find the mistakes" }).click();
  await person.page.locator(".mistake").first().waitFor();
  await person.page.getByRole("button", { name: "Find the mistakes" }).waitFor();
  await expect.poll(() => person.page.locator(".mistake").first().innerText()).toMatch(/\d+[.…] \S+\?+\s+a (mistake|blunder), better is \d+-\d+/);
  expect(await person.page.locator(".tree .move[data-grade]").count()).toBeGreaterThan(0);
  expect((await person.page.locator(".graph-line").getAttribute("points"))?.split(" ")).toHaveLength(7);
  await person.page.locator(".mistake").first().click();
  await person.page.locator(".tree .move[data-grade][aria-current=step]").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test.runIf(hasModule)("a position is set up with mouse and keyboard, and an empty board is refused in words", async () => {
  const person = await open("#variant=russian");
  await person.press("Set up a position");
  await person.press("Empty the board");
  await person.press("Analyse this position");
  await person.page.getByRole("alert").filter({ hasText: "empty" }).waitFor();
  await person.page.getByRole("radio", { name: "White: king" }).check();
  await person.tap(await person.square("c1"));
  await person.page.getByRole("radio", { name: "Black: man" }).check();
  await person.page.locator('.play-board [role=gridcell][aria-label^="d8,"]').focus();
  await person.page.keyboard.press("Enter");
  await person.page.getByRole("group", { name: "To move" }).getByRole("radio", { name: "Black" }).check();
  expect(await person.violations()).toEqual([]);
  await person.press("Analyse this position");
  await person.waitForStatus("Black to move");
  await expect.poll(() => decodeURIComponent(person.page.url())).toContain("fen=B:WKc1:Bd8");
  await person.leave();
});

test.runIf(hasModule)("a finished game leads to the analysis board in one click", async () => {
  const person = await app.open();
  await person.playOnOneScreen("Russian draughts");
  for (const move of ["c3-d4", "b6-a5"]) await person.typed(move);
  await resign(person);
  await person.page.getByRole("dialog").getByRole("link", { name: "Analysis" }).click();
  await current(person, "b6-a5");
  await expect.poll(() => texts(person)).toEqual(["c3-d4", "b6-a5"]);
  await person.visit(`replay#pdn=${encodeURIComponent(GAME)}`);
  await person.page.getByRole("link", { name: "Analysis" }).click();
  await current(person, "25x18");
  await person.leave();
});

test.runIf(hasModule)("the board works without a network, also after a reload", async () => {
  const person = await open("#variant=english");
  await person.page.locator(".lines li").first().waitFor();
  await expect
    .poll(() =>
      person.page.evaluate(async () => {
        const cache = await caches.open((await caches.keys())[0] ?? "");
        const names = (await cache.keys()).map(({ url }) => url);
        return [/parlour-.*\.wasm/, /module-worker-/, /analysis-.*\.js/, /\/checkers-/, /weights/].every((name) => names.some((url) => name.test(url)));
      }),
    )
    .toBe(true);
  await person.context.setOffline(true);
  await person.page.reload();
  await play(person, "11-15");
  await person.page.locator(".lines li").first().waitFor();
  await person.leave("provoked");
});

const LOOKS = {
  light: {},
  "dark, on a phone": { colorScheme: "dark" as const, viewport: { width: 390, height: 844 } },
  "forced colours": { forcedColors: "active" as const },
};

test.runIf(hasModule).each(Object.entries(LOOKS))("no accessibility rule is broken: %s", async (_, look) => {
  const person = await open(`#pdn=${encodeURIComponent(GAME)}`, look);
  await person.page.locator(".lines li").first().waitFor();
  expect(await person.violations()).toEqual([]);
  await person.press("Open a text");
  await person.page.getByRole("dialog").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

const TITLES = {
  de: "Analysebrett",
  es: "Tablero de análisis",
  fr: "Damier d’analyse",
  it: "Damiera di analisi",
  nl: "Analysebord",
  pl: "Plansza analizy",
  "pt-BR": "Tabuleiro de análise",
  ru: "Доска для анализа",
  tr: "Analiz tahtası",
  ar: "لوحة التحليل",
};

test.runIf(hasModule).each(Object.entries(TITLES))("the board speaks %s and is not wider than a small phone", async (locale, title) => {
  const person = await app.open("analysis", { locale, viewport: { width: 320, height: 568 } });
  await person.page.getByRole("heading", { name: title }).waitFor();
  await person.page.locator(".lines li").first().waitFor();
  expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await person.leave();
});
