// The messages of the analysis board and the puzzles in every language.
import { expect, test } from "vitest";
import { english } from "../src/analysis/words/words-en.js";
import { LANGUAGES } from "../src/settings.js";

const CODES = Object.keys(LANGUAGES).filter((code) => code !== "en");
const placeholders = (entry: unknown): string[] => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();

test.each(CODES)("%s has every message of the analysis board, with the same placeholders and every plural form", async (code) => {
  const { default: words } = await import(`../src/analysis/words/words-${code.toLowerCase()}.ts`);
  expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((form) => form !== "many" || ["ru", "pl", "ar"].includes(code));
  for (const [key, entry] of Object.entries(words)) {
    expect(placeholders(entry), key).toEqual(placeholders(english[key as keyof typeof english]));
    if (typeof entry === "object") expect(Object.keys(entry as object).sort(), key).toEqual([...forms].sort());
  }
});
