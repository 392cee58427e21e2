// The rules of the games in the language of the player.
import { expect, test } from "vitest";
import { testApp } from "./app.js";
import type { Person } from "./browser.js";

const app = testApp();

/** Opens a page of the app in a language. */
const openIn = (locale: string, path: string): Promise<Person> => app.open(path, { locale });

/** Checks that the rules of a page in a language say this. */
async function check(locale: string, path: string, says: readonly string[]): Promise<void> {
  const person = await openIn(locale, path);
  const { page } = person;
  for (const text of says) await page.locator(".rule-card").getByText(text).waitFor();
  expect(await page.locator(".rule-card").innerText()).not.toMatch(/\{|\b(king|capture|board)\b/);
  expect(await person.violations()).toEqual([]);
  await person.leave();
}

test("rules are told in the language of the player", async () => {
  await check("de", "rules/italian", ["Ein einfacher Stein kann keine Dame schlagen.", "Die Regeln gelten in dieser Reihenfolge.", "Weiß beginnt."]);
  await check("ar", "rules/russian", ["يبدأ الأبيض.", "5 نقلات لكل جانب.", "15 نقلة لكل جانب."]);
  await check("pl", "rules/turkish", ["Po 16 pionków, w 2 rzędach; najbliższy rząd jest pusty."]);
  await check("fr", "rules/classic?game=connectfour", ["Votre jeton tombe sur la case libre la plus basse et y reste."]);
  await check("es", "rules/classic?game=tictactoe", ["Gana quien tenga tres marcas"]);
});

test("two variants are compared in the language of the player", async () => {
  const person = await openIn("nl", "rules/russian");
  const { page } = person;
  await page.getByLabel("Vergelijken met").selectOption("international");
  const row = page.locator(".differences tr", { has: page.getByRole("rowheader", { name: "Welke slag" }) });
  await row.waitFor();
  expect(await row.locator("td").allInnerTexts()).toEqual([
    "Vrije keuze.",
    "Er moeten zoveel mogelijk stenen worden geslagen. Bij gelijke slagen vrije keuze.",
  ]);
  expect(await page.getByRole("rowheader", { name: "Slaan", exact: true }).count()).toBe(0);
  expect(await person.violations()).toEqual([]);
  await person.leave();
});

test("the words of the rules are loaded with the first rules that are shown", async () => {
  const person = await openIn("de", "");
  const { page } = person;
  const loaded = (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType("resource").flatMap(({ name }) => /assets\/(rules-[a-z]+)/.exec(name)?.[1] ?? []));
  await page.waitForLoadState("networkidle");
  expect(await loaded()).toEqual([]);
  await person.visit("rules/english");
  await page.getByText("Rot beginnt.").waitFor();
  expect(await loaded()).toEqual(["rules-de"]);
  await person.leave();
});

test("rules that cannot be loaded in the language of the player are told in English", async () => {
  // A service worker would load them out of reach of the test.
  const person = await app.open("settings", { locale: "de", serviceWorkers: "block" });
  await person.page.route(/rules-de/, (route) => route.abort());
  await person.visit("rules/english");
  await person.page.getByText("Red moves first.").waitFor();
  await person.leave("provoked");
});
