// Every screen in a window of 320 pixels, in languages with long words and from right to left; and the home page on a tablet.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);
const NARROW = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/** What is cut off: elements that reach out of the window, and texts that do not fit their box and are not shortened on purpose. */
function clipped({ page }: Person): Promise<string[]> {
  return page.evaluate(() => {
    const shortened = ".play-title, .player-name, .badge-words, .visually-hidden, select, input, .move-list, .small-board, .captured, textarea";
    const problems = [...document.querySelectorAll<HTMLElement>("#app *")].filter((element) => {
      if (element.closest(`${shortened}, .header nav span`) || element.closest("svg")) return false;
      const { left, right, width } = element.getBoundingClientRect();
      const hidden = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
      return width > 0 && (left < -1 || right > innerWidth + 1 || hidden);
    });
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
    return [...wide, ...problems.map((element) => element.outerHTML.slice(0, 120))];
  });
}

const SCREENS: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  home: (person) => person.page.locator(".variant-button .muted").waitFor(),
  variants: async (person) => {
    await person.page.locator(".variant-button .muted").waitFor();
    await person.page.locator(".variant-button").click();
    await person.page.locator(".variant-card").waitFor();
  },
  computer: async (person) => {
    await person.page.locator(".way").nth(1).click();
    await person.page.locator("dialog form").waitFor();
  },
  "computer's game": async (person) => {
    await person.page.locator(".way").nth(1).click();
    await person.page.locator("dialog [type=submit]").click();
    await person.page.locator(".opening-notes").waitFor();
  },
  invite: async (person) => {
    await person.page.locator(".way").nth(2).click();
    await person.page.locator("dialog form").waitFor();
  },
  settings: (person) => person.visit("settings"),
  rules: async (person) => {
    await person.visit("rules/russian");
    await person.page.locator(".rule-card dt").first().waitFor();
  },
  replay: (person) => person.visit("replay"),
  "analysis editor": async (person) => {
    await person.visit("analysis");
    await person.page.locator(".analysis .actions button").nth(1).click();
    await person.page.locator(".analysis .primary").waitFor();
  },
  puzzles: async (person) => {
    await person.visit("puzzles");
    await person.page.locator(".puzzle-facts").waitFor();
  },
  games: (person) => person.visit("games"),
  watch: (person) => person.visit("watch"),
  missing: (person) => person.visit("nowhere"),
};

test.each(["en", "de", "fr", "ru", "pl", "ar"])("nothing is cut off in 320 pixels: %s", async (locale) => {
  for (const [name, open] of Object.entries(SCREENS)) {
    if (/^(computer|analysis|puzzles)/.test(name) && !hasModule) continue;
    const person = await app.open("", { ...NARROW, locale });
    await open(person);
    expect(await clipped(person), name).toEqual([]);
    // The browser reports the status 404 of a page.
    await person.leave(name === "missing" ? "provoked" : "none");
  }
});

test("the clocks are one row, also in 320 pixels", async () => {
  const person = await app.open("", NARROW);
  const rows = await person.page.locator('[name="time"]').evaluateAll((inputs) => new Set(inputs.map((input) => input.getBoundingClientRect().top)).size);
  expect(rows).toBe(1);
  await person.leave();
});

test("the home page fills a tablet: choices and board side by side, over the height of the window", async () => {
  const person = await app.open("", { viewport: { width: 820, height: 1180 }, hasTouch: true });
  await person.page.locator(".home-board [role=gridcell]").first().waitFor({ state: "attached" });
  const box = async (selector: string) => (await person.page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [board, choice, more] = [await box(".home-board"), await box(".home-choice"), await box(".home-more")];
  expect(board.x).toBeGreaterThanOrEqual(choice.x + choice.width);
  expect(board.width).toBeGreaterThan(300);
  expect(more.y + more.height).toBeGreaterThan(950);
  expect(more.y + more.height).toBeLessThanOrEqual(1180);
  expect(await person.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1180);
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test("every variant of the picker has its board as a picture", async () => {
  const person = await app.open();
  await person.press("Change");
  const [boards, options] = [person.page.locator("dialog .option checkers-board"), person.page.locator("dialog .option")];
  await expect.poll(() => boards.count()).toBe(await options.count());
  await expect.poll(() => options.count()).toBeGreaterThan(10);
  const shape = (name: string) => options.filter({ hasText: name }).locator("checkers-board [role=gridcell]").count();
  expect([await shape("Canadian"), await shape("International"), await shape("Russian")]).toEqual([144, 100, 64]);
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test.runIf(hasModule)("before the first move the panel shows the main rules and how to move", async () => {
  const person = await app.open();
  await person.playOnOneScreen("Turkish draughts");
  const notes = person.page.locator(".opening-notes");
  await notes.waitFor();
  await expect.poll(() => notes.innerText()).toMatch(/arrow keys and Enter[\s\S]*Men[\s\S]*Kings[\s\S]*Promotion/);
  expect(await person.violations()).toEqual([]);
  await person.moves("a3", "a4");
  await notes.waitFor({ state: "detached" });
  await person.leave();
});
