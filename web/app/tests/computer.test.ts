// Against the computer: level, side, start, undo, hint, change of sides and draw.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule, playAny } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

/** Starts a game against the computer after these choices. */
async function start(...choices: string[]): Promise<Person> {
  const person = await app.open();
  await person.press("Play the computer");
  for (const choice of choices) await person.page.getByRole("dialog").getByRole("radio", { name: choice }).click();
  return person;
}

async function begin(person: Person): Promise<void> {
  await person.page.getByRole("button", { name: "Start", exact: true }).click();
}

const moves = (person: Person): Promise<number> => person.page.locator(".move").count();

/** What the board announces. */
function announced(person: Person): Promise<string> {
  return person.page.locator("checkers-board").evaluate((board) => board.shadowRoot?.textContent ?? "");
}

test.runIf(hasModule)("a player who takes the second side is moved against first, and sits at the bottom", async () => {
  const person = await start("White");
  await begin(person);
  await person.waitForStatus("Your turn");
  await expect.poll(() => moves(person)).toBe(1);
  await expect.poll(() => person.page.locator(".player").last().innerText()).toContain("White");
  await person.leave();
});

test.runIf(hasModule)("undo takes back the player's move and the answer to it", async () => {
  const person = await start("Red");
  await begin(person);
  await person.waitForStatus("Your turn");
  await playAny(person, 0);
  await expect.poll(() => moves(person)).toBe(2);
  await person.press("Undo");
  await expect.poll(() => moves(person)).toBe(0);
  await person.waitForStatus("Your turn");
  await expect.poll(() => person.page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  await person.leave();
});

test.runIf(hasModule)("a hint names a move and says what speaks for it", async () => {
  const person = await start("Red");
  await begin(person);
  await person.waitForStatus("Your turn");
  await person.press("Hint");
  const hint = person.page.locator(".hint");
  await hint.waitFor();
  await expect.poll(() => hint.innerText()).toMatch(/Try \d+-\d+\. \w.*\./);
  await playAny(person, 0);
  await hint.waitFor({ state: "detached" });
  await person.leave();
});

test.runIf(hasModule)("a player who changes sides plays the other one, and the computer moves on", async () => {
  const person = await start("Red");
  await begin(person);
  await person.waitForStatus("Your turn");
  await person.press("Change sides");
  await expect.poll(() => moves(person)).toBe(1);
  await person.waitForStatus("Your turn");
  await expect.poll(() => person.page.locator(".player", { hasText: "(you)" }).innerText()).toContain("White");
  await person.leave();
});

test.runIf(hasModule)("a draw that the computer declines is told in words", async () => {
  const person = await start("Red");
  await begin(person);
  await person.waitForStatus("Your turn");
  await person.press("Offer a draw");
  await expect.poll(() => announced(person)).toContain("would rather play on");
  await person.waitForStatus("Your turn");
  await person.leave();
});

test.runIf(hasModule)("a game begins with a ballot of three moves", async () => {
  const person = await start("White", "Three-move ballot");
  await begin(person);
  await person.waitForStatus("Your turn");
  await expect.poll(() => moves(person)).toBe(3);
  await person.leave();
});

test.runIf(hasModule)("a game begins with a position, and one that cannot be read is refused in words and changes nothing", async () => {
  const person = await start("Red", "A position");
  const field = person.page.getByRole("textbox", { name: "Position" });
  await field.fill("W:W99:B1");
  await begin(person);
  await person.page.getByRole("alert").filter({ hasText: "99 is not a square of play" }).waitFor();
  await field.fill("B:WK32:B1,2");
  await begin(person);
  await person.waitForStatus("Your turn");
  await expect.poll(() => person.page.locator(".player").first().innerText()).toContain("1 piece");
  expect(await moves(person)).toBe(0);
  await person.leave();
});

test.runIf(hasModule)("the dialog, the game and the list of games violate no rule of accessibility", async () => {
  const person = await start("Three-move ballot");
  expect(await person.violations()).toEqual([]);
  await begin(person);
  await person.waitForStatus("Your turn");
  await person.press("Hint");
  await person.page.locator(".hint").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.visit("games");
  await person.page.locator(".history-game").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test.runIf(hasModule)("a running game of this browser is in the list of own games once", async () => {
  const person = await start();
  await begin(person);
  await person.waitForStatus("Your turn");
  await person.visit("games");
  await person.page.locator(".history-game").waitFor();
  expect(await person.page.getByText("English draughts").count()).toBe(1);
  await person.visit("");
  await person.page.locator(".running-game", { hasText: "English draughts" }).waitFor();
  await person.leave();
});
