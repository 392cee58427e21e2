// Screenshots of every screen for review by eye, written to `screenshots` at the root of the repository.
import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { test } from "vitest";
import { NO_RATE_LIMIT, testApp } from "./app.js";
import type { Person } from "./browser.js";
import { compareRules, joinQueue, openInvitation, openPublicGames, openRules, openVariantPicker, resign } from "./steps.js";

const app = testApp(`${NO_RATE_LIMIT}
  [times.idle.tictactoe]
  timeout = "14s"
  warning = "13s"
  [times.bot_delays.checkers]
  easy = "10ms-20ms"
`);

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  "desktop-light": { colorScheme: "light" },
  "desktop-dark": { colorScheme: "dark" },
  "tablet-light": { colorScheme: "light", viewport: { width: 820, height: 1180 }, hasTouch: true },
  "tablet-dark": { colorScheme: "dark", viewport: { width: 820, height: 1180 }, hasTouch: true },
  "phone-light": { colorScheme: "light", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "phone-dark": { colorScheme: "dark", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "small-light": { colorScheme: "light", viewport: { width: 320, height: 568 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "small-dark": { colorScheme: "dark", viewport: { width: 320, height: 568 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};

const GAME = '[White "Ann"] [Black "Bob"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 10-14 *';

const SCENES: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
  home: (person) => person.page.waitForTimeout(500),
  lobby: async (person) => {
    const others = [await app.open(), await app.open()];
    for (const [index, variant] of ["Frisian draughts", "Czech draughts"].entries()) {
      const other = others[index] as Person;
      await other.page.getByLabel("Your name").fill(["Ann", "Bob"][index] ?? "");
      await joinQueue(other, variant);
    }
    // They wait until the picture is taken.
    person.context.on("close", () => void Promise.all(others.map(({ context }) => context.close())));
    await person.page.mouse.move(5, 5);
    await person.page.mouse.move(9, 9);
    const list = person.page.locator(".lobby li");
    await list.nth(1).waitFor();
    await list.nth(1).scrollIntoViewIfNeeded();
  },
  "home-tictactoe": (person) => person.choose("tictactoe"),
  variants: openVariantPicker,
  level: (person) => person.press("Play the computer"),
  "level-position": async (person) => {
    await person.press("Play the computer");
    await person.page.getByRole("radio", { name: "A position" }).click();
    await person.page.getByRole("textbox", { name: "Position" }).fill("W:W99:B1");
    await person.page.getByRole("button", { name: "Start", exact: true }).click();
    await person.page.getByRole("alert").waitFor();
  },
  computer: async (person) => {
    await person.press("Play the computer");
    await person.page.getByRole("button", { name: "Start", exact: true }).click();
    await person.waitForStatus("Your turn");
    await person.typed("11-15");
    await person.waitForStatus("Your turn");
    await person.press("Hint");
    await person.page.locator(".hint").waitFor();
  },
  games: async (person) => {
    await person.playOnOneScreen("Russian draughts");
    await resign(person);
    await person.visit("");
    await person.press("Play the computer");
    await person.page.getByRole("button", { name: "Start", exact: true }).click();
    await person.waitForStatus("Your turn");
    await person.visit("games");
  },
  invite: async (person) => {
    await person.press("Play a friend");
    await person.page.getByRole("dialog").waitFor();
  },
  invitation: openInvitation,
  invited: async (person) => {
    const host = await app.open();
    await host.page.getByLabel("Your name").fill("Ann");
    await host.choose({ variant: "Russian draughts" });
    await person.visit(await host.invite());
    await person.page.getByText("Ann invites you").waitFor();
  },
  expired: async (person) => {
    const host = await app.open();
    const link = await host.invite();
    await host.press("Cancel");
    await host.page.getByText("Play now").waitFor();
    await person.visit(link);
    await person.page.getByText("has expired").waitFor();
  },
  "running-games": async (person) => {
    await person.choose("tictactoe");
    await app.accept(await person.invite());
    await person.press("Home");
    await person.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await app.accept(await person.invite("second"));
    await person.waitForStatus("is to move");
    await person.page.locator(".running-game").waitFor();
  },
  "running-games-home": async (person) => {
    await person.choose("tictactoe");
    await app.accept(await person.invite());
    await person.press("Home");
    await person.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await person.page.locator(".running-game").waitFor();
  },
  leave: async (person) => {
    await app.accept(await person.invite());
    await person.press("Home");
    await person.page.getByRole("dialog").waitFor();
  },
  recorded: async (person) => {
    const [host, guest] = await app.friends({ variant: "International draughts" }, "Ann");
    await host.typed("32-28");
    await guest.waitForStatus("Your turn");
    await resign(guest);
    await person.visit(host.page.url());
    await person.waitForStatus("Ann won");
  },
  share: async (person) => {
    const [host] = await app.friends({ variant: "International draughts" }, "Ann");
    await person.visit(host.page.url());
    await person.waitForStatus("to move");
    await person.press("Share the game");
    await person.page.getByRole("dialog").waitFor();
  },
  queue: (person) => joinQueue(person, "Thai draughts"),
  game: async (person) => {
    await person.playOnOneScreen("International draughts");
    for (const move of ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14"]) await person.typed(move);
    await person.tap(52);
  },
  "game-capture": async (person) => {
    await person.playOnOneScreen("English draughts");
    for (const move of ["11-15", "22-18"]) await person.typed(move);
    await person.tap(56);
  },
  turkish: async (person) => {
    await person.playOnOneScreen("Turkish draughts");
    for (const move of ["a3-a4", "h6-h5"]) await person.typed(move);
  },
  premove: async (person) => {
    await person.page.getByRole("radio", { name: "10+0" }).click();
    const friend = await app.accept(await person.invite());
    await person.waitForStatus("Your turn");
    await person.typed("11-15");
    await person.waitForStatus("is to move");
    await person.tap(await person.square("8"), await person.square("11"));
    await person.page.getByRole("button", { name: "Cancel the premove" }).waitFor();
    await friend.page.getByText("Your turn").waitFor();
  },
  canadian: (person) => person.playOnOneScreen("Canadian draughts"),
  "buff-and-green": (person) => person.playOnOneScreen("Buff and Green"),
  resign: async (person) => {
    await person.playOnOneScreen("Russian draughts");
    await person.press("Resign");
    await person.page.getByRole("dialog").waitFor();
  },
  result: async (person) => {
    await person.playOnOneScreen("Russian draughts");
    await resign(person);
  },
  tictactoe: async (person) => {
    const other = await app.open();
    for (const player of [person, other]) {
      await player.choose("tictactoe");
      await player.press("Play now");
      if (player === person) await person.page.getByText("Looking for an opponent").waitFor();
    }
    await person.page.locator(".banner.urgent").waitFor();
    await other.context.close();
    await person.page.locator(".pill.away").waitFor();
  },
  watch: async (person) => {
    await openPublicGames(person);
    await person.page.waitForTimeout(800);
  },
  rules: openRules,
  comparison: compareRules,
  "rules-german": (person) => openIn(person, "de", "rules/russian", "Weiß beginnt."),
  "home-arabic": (person) => openIn(person, "ar", "", "8 × 8"),
  "invite-arabic": async (person) => {
    await openIn(person, "ar", "", "8 × 8");
    await person.page.locator(".way").nth(2).click();
    await person.page.locator("dialog form").waitFor();
  },
  "game-arabic": async (person) => {
    await openIn(person, "ar", "", "8 × 8");
    await person.page.locator(".home-others button").first().click();
    await person.page.locator(".opening-notes").waitFor();
    for (const move of ["11-15", "22-18", "15x22", "25x18"]) await person.typed(move);
  },
  "settings-arabic": async (person) => {
    await openIn(person, "ar", "", "8 × 8");
    await person.visit("settings");
  },
  "rules-arabic": (person) => openIn(person, "ar", "rules/frisian", "يبدأ الأبيض."),
  "comparison-arabic": async (person) => {
    await openIn(person, "ar", "rules/frisian", "يبدأ الأبيض.");
    await person.page.locator(".rules-choice select").last().selectOption("turkish");
    await person.page.locator(".differences").waitFor();
  },
  "analysis-arabic": async (person) => {
    await openIn(person, "ar", "", "8 × 8");
    await person.visit(`analysis#pdn=${encodeURIComponent(GAME)}`);
    await person.page.locator(".lines li").nth(2).waitFor();
  },
  "puzzles-arabic": async (person) => {
    await openIn(person, "ar", "", "8 × 8");
    await person.visit("puzzles");
    await person.page.locator(".puzzle-facts").waitFor();
  },
  "games-arabic": async (person) => {
    await person.playOnOneScreen("Russian draughts");
    await resign(person);
    await openIn(person, "ar", "", "8 × 8");
    await person.visit("games");
    await person.page.locator(".history-game").waitFor();
  },
  replay: (person) => person.visit("replay"),
  "replay-game": async (person) => {
    await person.visit(`replay#pdn=${encodeURIComponent(GAME)}`);
    await person.page.getByRole("switch").check();
    await person.page.locator(".lines li").first().waitFor();
  },
  analysis: async (person) => {
    await person.visit(`analysis#pdn=${encodeURIComponent(`${GAME.replace(" *", "")} (20-25) 5. 41-37 *`)}`);
    await person.page.locator(".lines li").nth(2).waitFor();
    await person.page.getByRole("button", { name: "Find the mistakes" }).click();
    await person.page.locator(".graph").waitFor();
    await person.page.getByRole("button", { name: "Find the mistakes" }).waitFor();
  },
  "analysis-open": async (person) => {
    await person.visit("analysis#variant=english");
    await person.press("Open a text");
    await person.page.getByLabel("Game or position").fill("1. 11-15 22-19");
    await person.page.getByRole("button", { name: "Open", exact: true }).click();
    await person.page.getByRole("alert").waitFor();
  },
  "analysis-editor": async (person) => {
    await person.visit("analysis#variant=russian");
    await person.press("Set up a position");
    await person.page.getByText("Empty the board").waitFor();
  },
  puzzles: async (person) => {
    await person.visit("puzzles");
    await person.page.locator(".puzzle-facts").waitFor();
  },
  "puzzles-solved": async (person) => {
    await person.visit("puzzles");
    await person.press("Show the solution");
    await person.waitForStatus("This was the solution");
  },
  dashboard: (person) => openDashboard(person, "Overview"),
  "dashboard-keys": (person) => openDashboard(person, "API keys"),
  "dashboard-games": (person) => openDashboard(person, "Games"),
  settings: (person) => person.visit("settings"),
  "settings-contrast": async (person) => {
    await person.visit("settings");
    await person.page.getByRole("group", { name: "Theme" }).getByRole("radio", { name: "High contrast" }).click();
  },
  missing: (person) => person.visit("nowhere"),
};

/** Opens a page in a language and waits for a text. */
async function openIn(person: Person, language: string, path: string, text: string): Promise<void> {
  await person.page.evaluate((language) => localStorage.setItem("parlour:settings", JSON.stringify({ language })), language);
  await person.visit(path);
  await person.page.getByText(text).first().waitFor();
}

/** Opens a page of the dashboard as a tenant. */
async function openDashboard(person: Person, link: string): Promise<void> {
  await app.server.command("tenants", "create", "Acme Games", "--plan", "enterprise").catch(() => {});
  const { key } = JSON.parse(await app.server.command("keys", "create", "--tenant", "acme-games", "--mode", "live", "--json")) as { key: string };
  await person.visit("dashboard");
  await person.page.getByLabel("API key").fill(key);
  await person.page.keyboard.press("Enter");
  const pages = person.page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: link, exact: true }).press("Enter");
  await person.page.getByRole("heading", { level: 1 }).waitFor();
}

function file(name: string): string {
  return fileURLToPath(new URL(`../../../screenshots/app-${name}.png`, import.meta.url));
}

const only = process.env.SCENE;

test.each(Object.keys(LOOKS))("%s", async (look) => {
  for (const [name, act] of Object.entries(SCENES)) {
    if (only && !only.split(",").includes(name)) continue;
    const person = await app.open("", LOOKS[look] ?? {});
    await act(person);
    await person.page.waitForTimeout(150);
    // A page that is longer than the window is shown whole, unless a dialog is in front of it.
    const fullPage = (await person.page.locator("dialog[open]").count()) === 0;
    await person.page.screenshot({ path: file(`${name}-${look}`), fullPage });
    await person.context.close();
  }
});
