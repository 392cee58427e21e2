// The messages of the analysis board and the puzzles: one file per language, loaded when it is needed.
import { format, inEnglishOf, language, type Plural, type Values } from "../language/language.js";
import { english } from "./words/words-en.js";

/** The messages of the analysis board and the puzzles in one language. */
export type AnalysisWords = { readonly [K in keyof typeof english]: (typeof english)[K] extends string ? string : Plural };

const FILES = import.meta.glob<AnalysisWords>(["./words/*.ts", "!./words/words-en.ts"], { import: "default" });

let words: { readonly code: string; readonly messages: AnalysisWords } = { code: "en", messages: inEnglishOf(english) };

/** Loads the messages of the current language, unless they are. */
export async function loadWords(): Promise<void> {
  const { code } = language.get();
  if (code === words.code) return;
  const load = FILES[`./words/words-${code.toLowerCase()}.ts`];
  words = { code, messages: load ? await load() : inEnglishOf(english) };
}

/** The message of a key in the current language. */
export function say(key: keyof AnalysisWords, values: Values = {}): string {
  return format(words.messages[key], values);
}
