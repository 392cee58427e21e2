// Every game has an address: its players play there, others watch, and later it is replayed; in a real browser against a real server.
import { expect, test } from "vitest";
import { type Route, readRoute } from "../src/router.js";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(NO_RATE_LIMIT);

/** The path of the page below the base of the app. */
function pathOf({ address, page }: Person): string {
  return page.url().slice(address.length);
}

/** Reads what was copied last. */
async function copied({ page }: Person): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test("players play, others watch, and later everyone replays by the same link", async () => {
  const [host, guest] = await app.friends("tictactoe", "Ann");
  const path = pathOf(host);
  expect(path).toMatch(/^g\/room_/);
  expect(pathOf(guest)).toBe(path);
  await host.page.reload();
  await host.waitForStatus("Your turn");
  const watcher = await app.open(path);
  await watcher.waitForStatus("X to move");
  await watcher.page.getByText("You are watching").waitFor();
  expect(await watcher.violations()).toEqual([]);
  for (const [mover, cell] of [
    [host, 0],
    [guest, 3],
    [host, 1],
    [guest, 4],
    [host, 2],
  ] as const) {
    await mover.waitForStatus("Your turn");
    await mover.tap(cell);
  }
  await watcher.page.getByRole("dialog", { name: "Ann won" }).waitFor();
  const late = await app.open(path);
  await late.waitForStatus("Ann won");
  expect(await late.page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => late.page.locator(".move").allInnerTexts()).toEqual(["X 1", "O 4", "X 2", "O 5", "X 3"]);
  await late.page.keyboard.press("Home");
  await late.waitForStatus("You look at the board after move 0");
  await expect.poll(() => late.cell(0).getAttribute("aria-label")).toContain("empty");
  expect(await late.violations()).toEqual([]);
  for (const person of [host, guest, watcher, late]) await person.leave();
});

test("a link, the moves and the position on the screen can be copied", async () => {
  const [host, guest] = await app.friends({ variant: "International draughts" });
  await host.typed("32-28");
  await guest.waitForStatus("Your turn");
  await guest.typed("19-23");
  await host.waitForStatus("Your turn");
  const watcher = await app.open(pathOf(host), { permissions: ["clipboard-read", "clipboard-write"] });
  await watcher.page.locator(".move").nth(1).waitFor();
  await watcher.page.keyboard.press("ArrowLeft");
  await watcher.press("Share the game");
  const dialog = watcher.page.getByRole("dialog", { name: "Share the game" });
  await expect.poll(() => dialog.getByLabel("Link").inputValue()).toBe(watcher.page.url());
  expect(await watcher.violations()).toEqual([]);
  await dialog.getByText("Copy the link").click();
  await expect.poll(() => copied(watcher)).toBe(watcher.page.url());
  await dialog.getByText("Copy the game (PDN)").click();
  await expect.poll(() => copied(watcher)).toContain("32-28 19-23");
  await dialog.getByText("Copy the position (FEN)").click();
  await expect.poll(() => copied(watcher)).toBe("B:W28,31,33-50:B1-20");
  for (const person of [host, guest, watcher]) await person.leave();
});

test("an address without a game says so, with status 404", async () => {
  const person = await app.open();
  const response = await person.page.goto(`${person.address}g/room_nowhere`);
  expect(response?.status()).toBe(404);
  await person.page.getByText("This game cannot be watched").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave("provoked");
});

/** Paths of every screen; a screen without one does not compile. */
const PATHS: Readonly<Record<Exclude<Route["screen"], "missing">, readonly string[]>> = {
  home: [""],
  game: ["game", "watch/room_1"],
  games: ["games", "games/"],
  watch: ["watch"],
  replay: ["replay"],
  analysis: ["analysis"],
  puzzles: ["puzzles"],
  settings: ["settings", "settings/", "settings//"],
  join: ["play/K7Q2MX", "play/k7q2mx"],
  rules: ["rules", "rules/russian", "rules/classic?game=connectfour"],
};
const MISSING = ["nonsense", "games/nonsense", "play", "play/", "g", "g/", "watch/a/b", "rules/russian/men", "a//b", "%E0%A4%A", "index.html"];

test("the server answers 404 where the app has no screen, and 200 where it has one", async () => {
  const paths = [...Object.values(PATHS).flat(), ...MISSING];
  for (const path of paths) {
    const { pathname, search } = new URL(path, app.server.address);
    const { screen } = readRoute(pathname.slice(1), search);
    const response = await fetch(`${app.server.address}${path}`, { headers: { accept: "text/html" } });
    expect([path, response.status]).toEqual([path, screen === "missing" ? 404 : 200]);
    expect(await response.text()).toContain("<title>Parlour</title>");
  }
  for (const [screen, known] of Object.entries(PATHS)) for (const path of known) expect(readRoute(...(path.split("?") as [string])).screen).toBe(screen);
});

test("a path without a screen and a variant that nobody has are told, with status 404", async () => {
  for (const path of ["nonsense", "rules/nonsense"]) {
    const person = await app.open(path);
    await person.page.getByRole("heading", { name: "There is no such page" }).waitFor();
    const response = await fetch(`${app.server.address}${path}`, { headers: { accept: "text/html" } });
    expect(response.status).toBe(404);
    await person.leave("provoked");
  }
});
