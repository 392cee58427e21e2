// Every way to make a move in the app: mouse, finger, pen, taps, keys and text; and who may not move.
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(NO_RATE_LIMIT);

/** Starts a game for two people on one screen, with the text field for moves. */
async function oneScreen(options: BrowserContextOptions = {}, variant = "Russian draughts"): Promise<Person> {
  const person = await app.open("settings", options);
  await person.page.getByRole("group", { name: "Box to type moves" }).getByRole("radio", { name: "Shown" }).click();
  await person.visit("");
  await person.playOnOneScreen(variant);
  return person;
}

const WAYS: Readonly<Record<string, (person: Person, from: number, to: number) => Promise<unknown>>> = {
  "tap and tap": (person, from, to) => person.tap(from, to),
  "a mouse that drags": (person, from, to) => person.drag(from, to),
  "a pen that drags": (person, from, to) => person.dragWithPen(from, to),
  "a finger that drags": (person, from, to) => person.dragWithFinger(from, to),
  "the keyboard": async (person, from, to) => {
    await person.cell(from).focus();
    await person.page.keyboard.press("Enter");
    const arrived = () => person.cell(to).evaluate((cell) => cell.matches(":focus"));
    for (let press = 0; press < 4 && !(await arrived()); press++) await person.page.keyboard.press("d");
    await person.page.keyboard.press("Enter");
  },
  "a move in writing": async (person) => {
    await person.page.getByLabel("Type a move").fill("c3-d4");
    await person.page.keyboard.press("Enter");
  },
};

test.each(Object.keys(WAYS))("the same move by %s", async (way) => {
  const person = await oneScreen({ hasTouch: way.includes("finger") });
  await WAYS[way]?.(person, await person.square("c3"), await person.square("d4"));
  await person.waitForStatus("Black to move");
  await expect.poll(() => person.page.locator(".move").allInnerTexts()).toEqual(["c3-d4"]);
  expect(await person.cell(await person.square("d4")).getAttribute("aria-label")).toContain("White man");
  await person.leave();
});

test("a piece dragged to a square where it may not go stays where it was", async () => {
  const person = await oneScreen();
  await person.drag(await person.square("c3"), await person.square("c5"));
  await person.page.locator(".play-board [part=notice]").waitFor();
  expect(await person.cell(await person.square("c3")).getAttribute("aria-label")).toContain("White man");
  expect(await person.page.locator(".move").count()).toBe(0);
  await person.leave();
});

/** Moves of English draughts by index: then the man on 21 can capture 28 and 44, or 30 and 46, on the way to 53. */
const TWO_WAYS = [
  [44, 37],
  [21, 28],
  [53, 44],
  [28, 35],
  [42, 28],
  [12, 21],
  [37, 30],
] as const;

test("a capture with two ways to its end asks which one", async () => {
  const person = await oneScreen({}, "English draughts");
  for (const [ply, [from, to]] of TWO_WAYS.entries()) {
    await person.tap(from, to);
    await person.page.locator(".move").nth(ply).waitFor();
  }
  await person.waitForStatus("must capture");
  await person.tap(21, 53);
  await person.page.locator(".play-board [role=log]", { hasText: "Choose a route: 1 by 15, 2 by 13" }).waitFor({ state: "attached" });
  expect(await person.page.locator(".move").count()).toBe(TWO_WAYS.length);
  await person.tap(39);
  await person.page.locator(".move").nth(TWO_WAYS.length).waitFor();
  for (const [square, words] of [
    [30, "empty"],
    [46, "empty"],
    [28, "man"],
    [44, "man"],
  ] as const) {
    expect(await person.cell(square).getAttribute("aria-label"), String(square)).toContain(words);
  }
  await person.leave();
});

test("a second window takes the game over, and the first can take it back", async () => {
  const [host, guest] = await app.friends({ variant: "Russian draughts" }, "Wim");
  const window = await host.anotherWindow("game");
  await window.waitForStatus("Your turn");
  const words = host.page.locator(".banner", { hasText: "You play on in another window" });
  await words.waitFor();
  await host.tap(await host.square("c3"), await host.square("d4"));
  expect(await host.page.locator(".move").count()).toBe(0);
  await words.getByText("Play here").click();
  await window.page.locator(".banner", { hasText: "You play on in another window" }).waitFor();
  await words.waitFor({ state: "detached" });
  await host.tap(await host.square("c3"), await host.square("d4"));
  await guest.waitForStatus("Your turn");
  await window.close();
  await host.leave();
  await guest.leave();
});

test("whoever closes the window that took the game over plays on in the first", async () => {
  const [host, guest] = await app.friends({ variant: "Russian draughts" }, "Wim");
  const window = await host.anotherWindow("game");
  await window.waitForStatus("Your turn");
  const words = host.page.locator(".banner", { hasText: "You play on in another window" });
  await words.waitFor();
  await window.close();
  await words.waitFor({ state: "detached" });
  await host.tap(await host.square("c3"), await host.square("d4"));
  await guest.waitForStatus("Your turn");
  await host.leave();
  await guest.leave();
});

test("a spectator cannot move by any input, and can copy the game when it is over", async () => {
  const [host, guest] = await app.strangers({ variant: "Russian draughts" }, "Vera");
  const watcher = await app.open("watch");
  await watcher.page.locator(".card", { hasText: "Vera" }).click();
  await watcher.waitForStatus("White to move");
  const [from, to] = [await watcher.square("c3"), await watcher.square("d4")];
  await watcher.tap(from, to);
  await watcher.drag(from, to);
  await watcher.cell(from).focus();
  for (const key of ["Enter", "d", "Enter"]) await watcher.page.keyboard.press(key);
  await host.tap(await host.square("a3"), await host.square("b4"));
  await watcher.waitForStatus("Black to move");
  await guest.waitForStatus("Your turn");
  await expect.poll(() => watcher.page.locator(".move").allInnerTexts()).toEqual(["a3-b4"]);
  await expect.poll(() => guest.page.locator(".move").allInnerTexts()).toEqual(["a3-b4"]);
  await host.press("Resign");
  await host.page.locator("dialog .danger").click();
  await watcher.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await watcher.page.getByRole("dialog").getByText("Copy the game (PDN)").click();
  await watcher.page.getByRole("dialog").getByText("Copied").waitFor();
  expect(await watcher.page.evaluate(() => navigator.clipboard.readText())).toContain("1. a3-b4");
  for (const person of [host, guest, watcher]) await person.leave();
});
