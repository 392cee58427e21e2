// The sentences of the rule cards in other languages: one file per game and language, loaded when rules are shown.
import type { GameName } from "@parlour/sdk";
import { useEffect, useState } from "preact/hooks";
import { format, language, type Plural } from "../language/language.js";
import { retryUntilDone } from "../retry.js";
import type { AnyVariant } from "../server.js";
import { useValue } from "../value.js";
import { sideName } from "./words.js";

/** The rules of a game in one language: templates by the keys of the rules and their sentences. */
export interface RuleWords {
  readonly titles: Readonly<Record<string, string>>;
  readonly sentences: Readonly<Record<string, string | Plural>>;
}

/** One rule of a card. */
export interface Rule {
  readonly key: string;
  readonly title: string;
  readonly text: string;
}

const FILES = import.meta.glob<RuleWords>("../../../games/*/rules/rules-*.ts", { import: "default" });

/** The words of English, which the cards are written in. */
const AS_WRITTEN: RuleWords = { titles: {}, sentences: {} };

interface LoadedWords {
  readonly code: string;
  readonly games: ReadonlyMap<GameName, RuleWords>;
}

/** The rules of each variant in the current language; `null` until its words are loaded. */
export function useRules(variants: readonly AnyVariant[]): readonly (readonly Rule[])[] | null {
  const { code } = useValue(language);
  const names = [...new Set(variants.map(({ game }) => game))];
  const [loaded, setLoaded] = useState<LoadedWords>({ code: "", games: new Map() });
  useEffect(
    () =>
      retryUntilDone(
        () => wordsOf(names, code),
        (games) => setLoaded({ code, games }),
        // English until a retry succeeds.
        (problem) => problem !== null && setLoaded({ code, games: new Map(names.map((name) => [name, AS_WRITTEN])) }),
      ),
    [code, names.join()],
  );
  if (code !== "en" && (loaded.code !== code || names.some((name) => !loaded.games.has(name)))) return null;
  return variants.map((variant) => rulesOf(variant, loaded.games.get(variant.game)));
}

/** The card of a node that is not upgraded yet may have sections alone. */
type AnyRuleCard = Pick<AnyVariant["ruleCard"], "sections"> & Partial<AnyVariant["ruleCard"]>;

/** The rules of a variant's card; what `words` do not have is English. */
export function rulesOf({ ruleCard }: { ruleCard: AnyRuleCard }, words: RuleWords = AS_WRITTEN): Rule[] {
  const { rules, sections } = ruleCard;
  if (!rules) return sections.map(({ text, title }) => ({ key: title ?? "", title: title ?? "", text }));
  return rules.map(({ key, sentences, title }) => ({
    key,
    title: words.titles[key] ?? title ?? "",
    text: sentences.map((sentence) => textOf(sentence, words)).join(" "),
  }));
}

type RuleSentence = AnyVariant["ruleCard"]["rules"][number]["sentences"][number];

function textOf({ key, text, values }: RuleSentence, { sentences }: RuleWords): string {
  const template = sentences[key];
  const named = values.side === undefined ? values : { ...values, side: sideName(values.side) };
  return template === undefined ? text : format(template, named);
}

async function wordsOf(games: readonly GameName[], code: string): Promise<ReadonlyMap<GameName, RuleWords>> {
  const load = async (game: GameName): Promise<[GameName, RuleWords]> => {
    const file = FILES[`../../../games/${game}/rules/rules-${code.toLowerCase()}.ts`];
    return [game, file ? await file() : AS_WRITTEN];
  };
  return new Map(await Promise.all(games.map(load)));
}
