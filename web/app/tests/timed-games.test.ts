// Games with clocks, in a real browser against a real server.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp(NO_RATE_LIMIT);

/** Opens the app and chooses tic-tac-toe and a clock. */
async function withClock(name: string): Promise<Person> {
  const person = await app.open();
  await person.choose("tictactoe");
  await person.page.getByRole("radio", { name }).click();
  return person;
}

const clocks = ({ page }: Person) => page.locator(".clock").allInnerTexts();

test("two people who chose the same clock meet, and both see the time of both", async () => {
  const [first, other] = [await withClock("10+0"), await withClock("3+2")];
  await other.press("Play now");
  await other.page.getByText("Looking for an opponent").waitFor();
  await first.press("Play now");
  await first.page.getByText("Looking for an opponent").waitFor();
  const second = await withClock("10+0");
  await second.press("Play now");
  await first.waitForStatus("Your turn");
  await first.page.locator('.clock[data-runs="true"]').waitFor();
  await expect.poll(() => first.page.locator(".clock").count()).toBe(2);
  await expect.poll(() => clocks(first)).toContain("10:00");
  await first.tap(4);
  await first.page.locator(".play-board + .player .lag", { hasText: /^Delay of the line: \d+ ms$/ }).waitFor();
  await expect.poll(() => first.page.locator(".lag").count()).toBe(1);
  expect(await first.violations()).toEqual([]);
  await second.waitForStatus("Your turn");
  await second.page.locator('.play-board + .player .clock[data-runs="true"]').waitFor();
  for (const person of [first, second, other]) await person.leave();
});

test("whoever has little time left sees and hears it once, and a loss on time has its own words", async () => {
  const host = await withClock("1+0");
  const guest = await app.accept(await host.invite());
  await host.page.locator('.play-board + .player .clock[data-low="true"]').waitFor();
  await host.page.getByRole("alert").filter({ hasText: "Hurry" }).waitFor({ state: "attached" });
  await host.page.getByRole("dialog", { name: "You lost" }).waitFor();
  await expect.poll(() => host.page.getByRole("dialog").innerText()).toContain("A player had no time left.");
  await guest.page.getByRole("dialog", { name: "You won" }).waitFor();
  await expect.poll(() => clocks(host)).toContain("0:00.0");
  expect(await guest.page.getByText("Hurry").count()).toBe(0);
  for (const person of [host, guest]) await person.leave();
});

test("friends play without a limit unless they choose a clock", async () => {
  const [host, guest] = await app.friends("tictactoe");
  expect(await host.page.locator(".clock").count()).toBe(0);
  await host.leave();
  await guest.leave();
});
