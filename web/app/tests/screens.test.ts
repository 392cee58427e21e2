// Every screen in every theme: no violation of an accessibility rule, no error, no request to another server.
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { compareRules, joinQueue, openInvitation, openPublicGames, openRules, openVariantPicker, resign } from "./steps.js";

const app = testApp(`${NO_RATE_LIMIT}
  [times.bot_delays.checkers]
  medium = "10ms-20ms"
`);

const GAME = '[White "Ann"] [Black "Bob"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 *';

/** How to open each screen. */
const SCREENS: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  home: (person) => person.page.getByText("8 × 8 · 12 men each").waitFor(),
  "variant picker": openVariantPicker,
  level: async (person) => {
    await person.press("Play the computer");
    await person.page.getByRole("dialog").waitFor();
  },
  invitation: openInvitation,
  queue: async (person) => {
    await joinQueue(person, "Frisian draughts");
    await person.press("Cancel");
    await person.page.getByText("Play now").waitFor();
  },
  game: (person) => person.playOnOneScreen(),
  result: async (person) => {
    await person.playOnOneScreen();
    await resign(person);
  },
  watch: openPublicGames,
  rules: openRules,
  comparison: compareRules,
  replay: async (person) => {
    await person.visit("replay");
    await person.page.getByLabel("Game or position").fill(GAME);
    await person.press("Open");
    await person.page.getByText("Ann – Bob").waitFor();
  },
  settings: async (person) => {
    await person.visit("settings");
    await person.page.getByText("Coordinates").waitFor();
  },
  missing: (person) => person.visit("no/such/page"),
};

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  "forced colours": { forcedColors: "active" },
};

test.each(Object.keys(LOOKS))("no accessibility rule is broken on any screen: %s", async (look) => {
  for (const [name, open] of Object.entries(SCREENS)) {
    const person = await app.open("", LOOKS[look] ?? {});
    await open(person);
    expect(await person.violations(), `${name}, ${look}`).toEqual([]);
    // The browser reports the status 404 of a page.
    await person.leave(name === "missing" ? "provoked" : "none");
  }
});

test("high contrast breaks no rule either, and stays chosen", async () => {
  const person = await app.open("settings");
  await person.page.getByRole("group", { name: "Theme" }).getByRole("radio", { name: "High contrast" }).click();
  await person.page.reload();
  await expect.poll(() => person.page.locator("html").getAttribute("data-theme")).toBe("contrast");
  expect(await person.violations()).toEqual([]);
  await person.visit("");
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

const PLAY_NOW = {
  nl: "Nu spelen",
  ru: "Играть сейчас",
  "pt-BR": "Jogar agora",
  fr: "Jouer maintenant",
  it: "Gioca subito",
  es: "Jugar ya",
  tr: "Hemen oyna",
  de: "Jetzt spielen",
  pl: "Graj teraz",
  ar: "العب الآن",
};

test.each(Object.entries(PLAY_NOW))("the app speaks %s when the browser does", async (locale, words) => {
  const person = await app.open("", { locale });
  await person.page.getByText(words).waitFor();
  await expect.poll(() => person.page.locator("html").getAttribute("lang")).toBe(locale);
  await person.leave();
});

test("Arabic goes from right to left, and the board and its moves do not", async () => {
  const person = await app.open("", { locale: "ar" });
  await expect.poll(() => person.page.locator("html").getAttribute("dir")).toBe("rtl");
  const [brand, links] = await Promise.all([person.page.locator(".brand").boundingBox(), person.page.locator("header nav").boundingBox()]);
  expect(brand?.x).toBeGreaterThan(links?.x ?? Number.POSITIVE_INFINITY);
  await person.press("لاعبان على شاشة واحدة");
  await person.waitForStatus("الدور");
  const direction = (selector: string): Promise<string> => person.page.locator(selector).evaluate((node) => getComputedStyle(node).direction);
  expect(await direction("checkers-board")).toBe("ltr");
  await person.typed("a3-a4");
  expect(await direction(".move")).toBe("ltr");
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test("a game can be replayed, stepped through and analysed, and its address opens it again", async () => {
  const person = await app.open(`replay#pdn=${encodeURIComponent(GAME)}`);
  await person.page.getByText("Ann – Bob").waitFor();
  await person.page.keyboard.press("Home");
  await person.page.keyboard.press("ArrowRight");
  await person.page.locator(".move[aria-current=step]", { hasText: "32-28" }).waitFor();
  await person.page.getByRole("switch", { name: "Ask the engine" }).check();
  await person.page.locator(".lines li").first().waitFor();
  await expect.poll(() => person.page.locator(".engine strong").innerText()).toMatch(/Even|better|winning|wins/);
  await person.page.reload();
  await person.page.getByText("Ann – Bob").waitFor();
  await person.leave();
});

test("another link in the same window replays another game, and the link of the header asks for a text again", async () => {
  const person = await app.open(`replay#pdn=${encodeURIComponent(GAME)}`);
  await person.page.getByText("Ann – Bob").waitFor();
  await person.page.evaluate((text) => (location.hash = `pdn=${encodeURIComponent(text)}`), GAME.replace("Ann", "Cleo"));
  await person.page.getByText("Cleo – Bob").waitFor();
  await person.page.getByRole("navigation").getByRole("link", { name: "Replay" }).click();
  await person.page.getByLabel("Game or position").waitFor();
  await person.leave();
});

test("two computers play each other without help", async () => {
  const person = await app.open();
  await person.press("Computer against computer");
  await person.page.locator(".move").nth(2).waitFor();
  await person.leave();
});

test("a text that is not a game shows an error", async () => {
  const person = await app.open("replay");
  await person.page.getByLabel("Game or position").fill("1. 32-99");
  await person.press("Open");
  await person.page.locator(".error").waitFor();
  await person.leave("provoked");
});

test("the app works without browser storage", async () => {
  const person = await app.open();
  await person.context.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new Error("blocked");
      },
    }),
  );
  await person.visit("");
  await person.choose("tictactoe");
  await person.press("Two players, one screen");
  await person.waitForStatus("X to move");
  await person.leave();
});

test("the shell opens without a network and shows an error", async () => {
  const person = await app.open();
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  await person.page.reload();
  await person.page.getByText("8 × 8 · 12 men each").waitFor();
  await person.context.setOffline(true);
  await person.page.reload();
  await person.press("Play a friend");
  // The dialog is there if it was loaded in the background before the network went away.
  const problem = person.page.getByText("The server does not answer");
  const create = person.page.getByRole("button", { name: "Create the link" });
  await problem.or(create).waitFor();
  if (await create.isVisible()) await create.click();
  await problem.waitFor();
  await person.leave("provoked");
});
