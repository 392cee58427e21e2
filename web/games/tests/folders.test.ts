// Every folder of a game is complete, and every list has every game.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { GameWords } from "../../app/src/language/game-words.js";
import { LANGUAGES } from "../../app/src/settings.js";
import { FAKES, WIRES } from "../registry.js";
import type { GameView } from "../view.js";

const GAMES = fileURLToPath(new URL("../", import.meta.url));
const games = readdirSync(GAMES).filter((name) => existsSync(`${GAMES}${name}/wire.ts`));
const languages = Object.keys(LANGUAGES);
const list = (name: string): string => readFileSync(`${GAMES}${name}.ts`, "utf8");
const placeholders = (entry: unknown): string[] => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();

async function wordsOf(game: string, language: string): Promise<GameWords> {
  return ((await import(`../${game}/words/${language.toLowerCase()}.ts`)) as { default: GameWords }).default;
}

test("the registry has the games of the folders", () => {
  expect(Object.keys(WIRES).sort()).toEqual([...games].sort());
  expect(Object.keys(FAKES).sort()).toEqual([...games].sort());
});

describe.each(games)("%s", (game) => {
  test.each(["wire.ts", "fake.ts", "element.ts", "view.ts", "component.ts", "app.tsx"])("has a %s", (file) => {
    expect(existsSync(`${GAMES}${game}/${file}`)).toBe(true);
  });

  test.each(["elements", "components"])("is in the list of %s", (name) => expect(list(name)).toContain(`"./${game}/`));

  test("its view has its name, and its element is a custom element", async () => {
    const { view } = (await import(`../${game}/view.ts`)) as { view: GameView<never, object, unknown> };
    expect(view.game).toBe(game);
    expect(view.tag).toMatch(/^[a-z]+-[a-z]+$/);
  });

  test.each(languages)("has every message in %s, with the same placeholders as in English and every plural form", async (language) => {
    const [english, words] = await Promise.all([wordsOf(game, "en"), wordsOf(game, language)]);
    expect(words.name).not.toBe("");
    expect(Object.keys(words.variants).sort()).toEqual(Object.keys(english.variants).sort());
    expect(Object.keys(words.sentences).sort()).toEqual(Object.keys(english.sentences).sort());
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== "many" || ["ru", "pl", "ar"].includes(language));
    for (const [key, sentence] of Object.entries(words.sentences)) {
      expect(placeholders(sentence), key).toEqual(placeholders(english.sentences[key]));
      if (typeof sentence === "object" && language !== "tr") expect(Object.keys(sentence).sort(), key).toEqual([...forms].sort());
    }
  });
});
