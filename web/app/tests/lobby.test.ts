// The lobby on the home screen, how many watch, and quick reactions.
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { playAny } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

/** Opens the app as a person who moves the mouse: the lobby is loaded when a visitor does something. */
async function visitor(path = "", options: BrowserContextOptions = {}): Promise<Person> {
  const person = await app.open(path, options);
  await person.page.mouse.move(5, 5);
  await person.page.mouse.move(9, 9);
  return person;
}

/** The row of a game in the list of a person. */
const seek = (person: Person, name: string) => person.page.locator(".lobby li").filter({ hasText: name });

/** Somebody who waits for a stranger. */
async function waiting(name: string, variant: string, time = "No clock"): Promise<Person> {
  const person = await visitor();
  await person.page.getByLabel("Your name").fill(name);
  await person.choose({ variant });
  await person.page.locator("label.segment").filter({ hasText: time }).click();
  await person.press("Play now");
  await person.page.getByText("in the queue").waitFor();
  return person;
}

test("an empty lobby says what to do, and who is online", async () => {
  const person = await visitor();
  await person.page.locator(".lobby").getByText("Nobody waits right now").waitFor();
  await person.page.locator(".lobby").getByText("1 player online").waitFor();
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test("a game that waits is listed, and accepted by keyboard with the clock and the variant that its player chose", async () => {
  const host = await waiting("Ada", "Russian", "3+2");
  const guest = await visitor();
  await guest.page.getByLabel("Your name").fill("Eve");
  const row = seek(guest, "Ada");
  await row.getByText("3+2").waitFor();
  await row.getByText("Russian").waitFor();
  expect(await guest.violations()).toEqual([]);
  const accept = row.getByRole("button", { name: /Accept: Ada, Russian.*3\+2/ });
  await accept.focus();
  await guest.page.keyboard.press("Enter");
  await guest.waitForStatus("is to move");
  await host.waitForStatus("Your turn");
  await guest.page.locator(".player").filter({ hasText: "Ada" }).waitFor();
  await host.page.locator(".clock, .player-clock").first().waitFor();
  const other = await visitor();
  await other.page.locator(".lobby").getByText("1 game running").waitFor();
  expect(await seek(other, "Ada").count()).toBe(0);
  for (const person of [host, guest, other]) await person.leave();
});

test("a game that waits no longer is refused in words, and another one can be started", async () => {
  const host = await waiting("Bea", "Brazilian");
  const late = await visitor();
  // The host gives up between the press of the button and the answer.
  await late.page.route("**/v1/guest/sessions", async (route) => {
    await host.press("Cancel");
    await host.page.getByRole("button", { name: "Play now" }).waitFor();
    await route.continue();
  });
  await seek(late, "Bea").getByRole("button").click();
  await late.page.getByRole("alert").filter({ hasText: "This game waits no longer" }).waitFor();
  expect(await late.violations()).toEqual([]);
  await late.page.unroute("**/v1/guest/sessions");
  await late.press("Play now");
  await late.page.getByText("in the queue").waitFor();
  for (const person of [host, late]) await person.leave();
});

test.each(["1280×800", "820×1180", "390×844"])("nothing that starts a game moves when the lobby comes, nor when a game waits: %s", async (size) => {
  const [width = 0, height = 0] = size.split("×").map(Number);
  const person = await app.open("", { viewport: { width, height } });
  await person.page.getByText("8 × 8 · 12 men each").waitFor();
  const places = () => person.page.locator(".home-choice button").evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  const before = await places();
  expect(before.length).toBeGreaterThan(3);
  await person.page.mouse.move(5, 5);
  await person.page.locator(".lobby").waitFor();
  expect(await places()).toEqual(before);
  const other = await waiting("Ann", "Thai draughts");
  await seek(person, "Ann").waitFor();
  expect(await places()).toEqual(before);
  await other.leave();
  await person.leave();
});

test("own games that wait are not offered to oneself", async () => {
  const person = await waiting("Cleo", "Italian");
  const other = await visitor();
  await seek(other, "Cleo").waitFor();
  await person.page.goBack();
  await person.page.locator(".lobby").waitFor();
  expect(await seek(person, "Cleo").count()).toBe(0);
  for (const one of [person, other]) await one.leave();
});

test("players see how many watch, and so do spectators", async () => {
  const [first, second] = await app.strangers({ variant: "Russian" }, "Dan");
  const watcher = await visitor(new URL(first.page.url()).pathname.slice(1));
  for (const person of [first, second, watcher]) await person.page.getByText("1 watching").waitFor();
  const another = await visitor(new URL(first.page.url()).pathname.slice(1));
  for (const person of [first, watcher, another]) await person.page.getByText("2 watching").waitFor();
  for (const person of [first, second, watcher, another]) await person.leave();
});

test("a reaction is a bubble for everyone in the room, in the words of their own language, announced politely", async () => {
  const [first, second] = await app.strangers({ variant: "Russian" }, "Eva");
  const watcher = await visitor(new URL(first.page.url()).pathname.slice(1), { locale: "de" });
  await watcher.page.getByRole("button", { name: "Reaktionen" }).waitFor();
  await first.page.getByRole("button", { name: "Reactions" }).focus();
  await first.page.keyboard.press("Enter");
  expect(await first.violations()).toEqual([]);
  await first.page.keyboard.press("Escape");
  await expect.poll(() => first.page.getByRole("button", { name: "Good luck!" }).isVisible()).toBe(false);
  await first.page.keyboard.press("Enter");
  await first.page.keyboard.press("Tab");
  await first.page.keyboard.press("Tab");
  await first.page.keyboard.press("Enter");
  await second.page.getByRole("status").getByText("Eva: Good luck!").waitFor();
  await watcher.page.getByRole("status").getByText("Eva: Viel Glück!").waitFor();
  await first.page.getByRole("status").getByText("you: Good luck!").waitFor();
  await watcher.page.getByRole("button", { name: "Reaktionen" }).click();
  expect(await watcher.page.locator(".reaction-choices button").count(), "spectators only read").toBe(1);
  for (const person of [first, second, watcher]) await person.leave();
});

test("reactions can be hidden, also after a reload", async () => {
  const [first, second] = await app.strangers({ variant: "Russian" }, "Fay");
  const says = async (words: string): Promise<void> => {
    await first.page.getByRole("button", { name: "Reactions" }).click();
    await first.page.getByRole("button", { name: words }).click();
    await first.page.getByText(`you: ${words}`).waitFor();
  };
  await second.page.getByRole("button", { name: "Reactions" }).click();
  await second.page.getByRole("button", { name: "Hide reactions" }).click();
  await second.page.reload();
  await second.waitForStatus("is to move");
  await second.page.getByRole("button", { name: "Reactions" }).click();
  await second.page.getByRole("button", { name: "Show reactions" }).waitFor();
  await says("Hello!");
  // A move that comes after it is there.
  await playAny(first, 0);
  await second.waitForStatus("Your turn");
  expect(await second.page.locator(".bubble").count()).toBe(0);
  await second.page.getByRole("button", { name: "Show reactions" }).click();
  await says("Oops!");
  await second.page.getByText("Fay: Oops!").waitFor();
  for (const person of [first, second]) await person.leave();
});

test("in Arabic the lobby and the reactions run from right to left, and nothing is cut off in a narrow window", async () => {
  const host = await waiting("Gus", "Italian", "10+0");
  const narrow = { viewport: { width: 320, height: 640 } };
  for (const [locale, accept] of [
    ["ar", "قبول"],
    ["en", "Accept"],
  ] as const) {
    const person = await visitor("", { ...narrow, locale });
    await seek(person, "Gus").getByText(accept).waitFor();
    expect(await person.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(await person.violations()).toEqual([]);
    await person.leave();
  }
  await host.leave();
});
