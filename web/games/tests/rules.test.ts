// The sentences of the rule cards in every language, beside the cards that the server has.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { RuleWords } from "../../app/src/play/rule-words.js";
import { LANGUAGES } from "../../app/src/settings.js";

interface Sentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Game {
  readonly game: string;
  readonly variants: { readonly ruleCard: { readonly rules: { readonly key: string; readonly title: string | null; readonly sentences: Sentence[] }[] } }[];
}

/** The cards of every variant of every game, as `cargo xtask codegen` writes them. */
const GAMES = JSON.parse(readFileSync(new URL("../../../docs/rules.json", import.meta.url), "utf8")) as Game[];
const CODES = Object.keys(LANGUAGES).filter((code) => code !== "en");
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const placeholders = (template: unknown): string[] => sorted([...JSON.stringify(template).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""));

describe.each(GAMES)("$game", ({ game, variants }) => {
  const rules = variants.flatMap(({ ruleCard }) => ruleCard.rules);
  const sentences = rules.flatMap((rule) => rule.sentences);

  test("a sentence has the same values in every variant", () => {
    for (const { key, values } of sentences)
      for (const other of sentences.filter((one) => one.key === key)) expect(sorted(Object.keys(other.values)), key).toEqual(sorted(Object.keys(values)));
  });

  test.each(CODES)("every title and every sentence of every variant is in %s, with its values and every plural form, and no other", async (code) => {
    const { default: words } = (await import(`../${game}/rules/rules-${code.toLowerCase()}.ts`)) as { default: RuleWords };
    expect(sorted(Object.keys(words.titles))).toEqual(sorted(rules.filter(({ title }) => title !== null).map(({ key }) => key)));
    expect(sorted(Object.keys(words.sentences))).toEqual(sorted(sentences.map(({ key }) => key)));
    const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((form) => form !== "many" || ["ru", "pl", "ar"].includes(code));
    for (const { key, values } of sentences) {
      const template = words.sentences[key];
      expect(placeholders(template), key).toEqual(sorted(Object.keys(values)));
      if (typeof template === "object") expect(sorted(Object.keys(template)), key).toEqual(sorted(forms));
    }
  });
});
