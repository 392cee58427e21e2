// Every game has an address: its players play there, others watch, and later it is replayed; in a real browser against a real server.
import { expect, test } from "vitest";
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
  expect(await late.page.locator(".move").allInnerTexts()).toEqual(["X 1", "O 4", "X 2", "O 5", "X 3"]);
  await late.page.keyboard.press("Home");
  await late.waitForStatus("You look at the board after move 0");
  expect(await late.cell(0).getAttribute("aria-label")).toContain("empty");
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
  expect(await dialog.getByLabel("Link").inputValue()).toBe(watcher.page.url());
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
