// The list of moves and the captured men beside the board.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule, playAny } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);

const VIEWPORTS = [
  [1280, 800],
  [820, 1180],
  [844, 390],
  [390, 844],
  [320, 568],
] as const;

/** Whether the current move is inside the visible part of the list, and how far the page is scrolled. */
function sight({ page }: Person): Promise<{ inside: boolean; scrolled: number }> {
  return page.evaluate(() => {
    const list = document.querySelector(".move-list")?.getBoundingClientRect();
    const move = document.querySelector(".move[aria-current]")?.getBoundingClientRect();
    const inside = !!list && !!move && move.top >= list.top - 1 && move.bottom <= list.bottom + 1 && move.left >= list.left && move.right <= list.right;
    return { inside, scrolled: scrollY };
  });
}

async function play(person: Person, plies: number): Promise<void> {
  for (let ply = 0; ply < plies; ply++) {
    await playAny(person, ply * 3);
    await person.page.locator(".move").nth(ply).waitFor();
  }
}

test.runIf(hasModule)("the current move is always in sight, whatever is played, stepped to or resized, and the page does not scroll", async () => {
  const person = await app.open();
  await person.playOnOneScreen("International draughts");
  await play(person, 60);
  for (const [width, height] of VIEWPORTS) {
    await person.page.setViewportSize({ width, height });
    await expect.poll(() => sight(person), { message: `${width}×${height}` }).toEqual({ inside: true, scrolled: 0 });
    for (const key of ["ArrowLeft", "Home", "ArrowRight", "ArrowRight", "ArrowRight", "End"]) {
      await person.page.keyboard.press(key);
      if (key !== "Home") await expect.poll(() => sight(person), { message: `${key}, ${width}×${height}` }).toEqual({ inside: true, scrolled: 0 });
    }
  }
  await person.leave();
});

test("captured men are shown next to whoever captured them, and told by number", async () => {
  const person = await app.open();
  await person.playOnOneScreen("English draughts");
  expect(await person.page.locator(".captured").count()).toBe(0);
  for (const [from, to] of [
    ["11", "15"],
    ["22", "18"],
    ["15", "22"],
    ["25", "18"],
  ] as const)
    await person.moves(from, to);
  const captured = person.page.getByRole("img", { name: "1 captured" });
  await expect.poll(() => captured.count()).toBe(2);
  await expect.poll(() => captured.first().locator(".disc-red").count()).toBe(1);
  await expect.poll(() => captured.last().locator(".disc-white").count()).toBe(1);
  expect(await person.violations()).toEqual([]);
  await person.leave();
});
