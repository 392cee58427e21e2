// Games of this browser: against the computer and at one screen, with the network off, and kept over a reload.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule, playAny } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

/** Opens the dialog of a game against the computer and waits until the app can do without a network. */
async function openComputerDialog(person: Person): Promise<void> {
  await person.press("Play the computer");
  await person.page.getByRole("dialog").waitFor();
  await expect.poll(() => cached(person, /parlour-.*\.wasm$/)).toBe(true);
  await expect.poll(() => cached(person, /module-worker-.*\.js$/)).toBe(true);
  await expect.poll(() => cached(person, /visits-.*\.js$/)).toBe(true);
  await expect.poll(() => cached(person, /analysis-.*\.js$/)).toBe(true);
}

function cached(person: Person, name: RegExp): Promise<boolean> {
  return person.page.evaluate(async (source) => {
    const cache = await caches.open((await caches.keys())[0] ?? "");
    return (await cache.keys()).some(({ url }) => new RegExp(source).test(url));
  }, name.source);
}

/** Plays against the computer until the game is over or this many moves were made. */
async function playOn(person: Person, most: number): Promise<void> {
  for (let made = 0; made < most; made++) {
    await person.status.filter({ hasText: /Your turn|You won|You lost|A draw/ }).waitFor();
    if (!(await person.status.innerText()).includes("Your turn")) return;
    const before = await person.page.locator(".move").count();
    await playAny(person, made);
    await expect.poll(() => person.page.locator(".move").count()).toBeGreaterThan(before);
    await expect.poll(() => person.status.innerText()).toMatch(/Your turn|You won|You lost|A draw/);
  }
}

test.runIf(hasModule).each(["English draughts", "International draughts", "Russian draughts"])(
  "a whole game of %s against the computer with the network off, with a reload in the middle",
  async (variant) => {
    const person = await app.open();
    await person.choose({ variant });
    await openComputerDialog(person);
    await person.context.setOffline(true);
    await person.page.getByRole("slider").fill("15");
    await person.press("Start");
    await person.waitForStatus("Your turn");
    await playOn(person, 4);
    const moves = await person.page.locator(".move").allInnerTexts();
    await person.page.reload();
    await person.waitForStatus("Your turn");
    await expect.poll(() => person.page.locator(".move").allInnerTexts()).toEqual(moves);
    await playOn(person, 150);
    const dialog = person.page.getByRole("dialog");
    await expect.poll(() => dialog.innerText()).toMatch(/You won|You lost|A draw/);
    await dialog.getByRole("link", { name: "Analysis" }).click();
    await person.page.locator(".tree .move[aria-current=step]").waitFor();
    await person.visit("games");
    await expect
      .poll(() => person.page.locator(".history-game").innerText())
      .toMatch(new RegExp(`${variant}[\\s\\S]*Master 2[\\s\\S]*(You won|You lost|A draw)`));
    await person.leave("provoked");
  },
);

test.runIf(hasModule)("two people at one screen play without a server, and see a refusal in words", async () => {
  const person = await app.open();
  await openComputerDialog(person);
  await person.page.getByRole("button", { name: "Close" }).click();
  await person.context.setOffline(true);
  await person.playOnOneScreen();
  for (const move of ["11-15", "22-18", "15x22"]) await person.typed(move);
  await person.tap(await person.square("26"), await person.square("23"));
  expect(await person.page.locator("checkers-board").evaluate((board) => board.shadowRoot?.textContent ?? "")).toContain("capture");
  await person.leave("provoked");
});
