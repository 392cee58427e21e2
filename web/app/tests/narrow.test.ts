// Every screen in a window of 320 pixels, in languages with long words and from right to left; and the home page on a tablet.
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { hasModule, resign } from "./steps.js";

const app = testApp(NO_RATE_LIMIT);
const NARROW = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

/** What is cut off: elements that reach out of the window, and texts that do not fit their box and are not shortened on purpose. */
function clipped({ page }: Person): Promise<string[]> {
  return page.evaluate(() => {
    const shortened = ".player-name, .badge-words, .visually-hidden, select, input, .move-list, .small-board, .captured, textarea";
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

/** Whether all of an element is in the window, and in the dialog around it. */
function isInSight({ page }: Person, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { bottom, left, right, top } = element.getBoundingClientRect();
      const frame = element.closest("dialog")?.getBoundingClientRect();
      return top >= (frame?.top ?? 0) && bottom <= Math.min(frame?.bottom ?? innerHeight, innerHeight) && left >= 0 && right <= innerWidth;
    });
}

test.each([320, 390])("the title of a game is told in full beside the link to the analysis, in %i pixels", async (width) => {
  const [host, guest] = await app.friends({ variant: "International draughts" }, "Ann");
  await host.typed("32-28");
  await guest.waitForStatus("Your turn");
  await resign(guest);
  const person = await app.open(host.page.url(), { ...NARROW, viewport: { width, height: 700 } });
  await person.waitForStatus("Ann won");
  const title = person.page.locator(".play-title");
  expect(await title.innerText()).toBe("International draughts");
  const shown = await title.evaluate((element) => [element.scrollWidth <= element.clientWidth, getComputedStyle(element).textOverflow]);
  expect(shown).toEqual([true, "clip"]);
  const [words, link] = [await title.locator("a").boundingBox(), await person.page.getByRole("link", { name: "Analysis" }).boundingBox()];
  expect((words?.x ?? 0) + (words?.width ?? 999)).toBeLessThanOrEqual(link?.x ?? 0);
  expect(words?.y).toBeGreaterThanOrEqual(0);
  expect(await clipped(person)).toEqual([]);
  for (const one of [host, guest, person]) await one.leave();
});

test.runIf(hasModule)("a refusal at the end of a long dialog is in sight, also in 320 pixels", async () => {
  const person = await app.open("", NARROW);
  await person.press("Play the computer");
  await person.page.getByRole("radio", { name: "A position" }).click();
  await person.page.getByRole("textbox", { name: "Position" }).fill("W:W99:B1");
  await person.page.getByRole("button", { name: "Start", exact: true }).click();
  await person.page.getByRole("alert").waitFor();
  await expect.poll(() => isInSight(person, "dialog [role=alert]")).toBe(true);
  await person.visit("analysis#variant=english");
  await person.press("Open a text");
  await person.page.getByLabel("Game or position").fill("1. 11-15 22-19");
  await person.page.getByRole("button", { name: "Open", exact: true }).click();
  await person.page.getByRole("alert").waitFor();
  await expect.poll(() => isInSight(person, "dialog [role=alert]")).toBe(true);
  await person.leave();
});

test.runIf(hasModule)("in Arabic the lines of the engine begin with their first move", async () => {
  const person = await app.open("analysis", { ...NARROW, locale: "ar" });
  const line = person.page.locator(".lines li").first();
  await line.locator(".line-move").nth(5).waitFor();
  const [row, first] = [await line.boundingBox(), await line.locator(".line-move").first().boundingBox()];
  expect(first?.x).toBeGreaterThanOrEqual(row?.x ?? 0);
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0));
  await person.leave();
});

test("a code of six wide letters fits its field on a phone", async () => {
  const person = await app.open("", { ...NARROW, viewport: { width: 390, height: 844 } });
  const field = person.page.getByLabel("Code from a friend");
  await field.fill("WWMMWW");
  expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  await person.leave();
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
  await expect.poll(() => notes.innerText()).toMatch(/Drag or tap to move[\s\S]*arrow keys and Enter[\s\S]*Men[\s\S]*Kings[\s\S]*Promotion/);
  expect(await person.violations()).toEqual([]);
  await person.moves("a3", "a4");
  await notes.waitFor({ state: "detached" });
  await person.leave();
});

test.runIf(hasModule)("on a phone the notes leave out the keyboard, and where pieces are only placed they do not speak of dragging", async () => {
  const person = await app.open("", NARROW);
  await person.choose("tictactoe");
  await person.press("Two players, one screen");
  const notes = person.page.locator(".opening-notes");
  await notes.waitFor();
  expect(await notes.innerText()).toMatch(/^Tap a square to play\.\s/);
  expect(await notes.innerText()).not.toMatch(/arrow keys/);
  await person.leave();
});
