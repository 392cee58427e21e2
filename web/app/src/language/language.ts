// Translations: one catalogue per language, loaded when it is chosen; plurals by the rules of the language.

import { Value } from "../observable.js";
import type { Language } from "../settings.js";
import { en } from "./en.js";
import type { enPages } from "./en-pages.js";
import { byGame, type GameWords, type WordsByGame } from "./game-words.js";

/** A sentence for each plural form of the language; `other` is required. */
export type Plural = { readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string };

type English = typeof en & typeof enPages;

/** Every message of the app. */
export type Messages = { readonly [K in keyof English]: English[K] extends string ? string : Plural };

/** The key of a message. */
export type Key = keyof Messages;

/** The messages of the app and of its games in one language. */
export interface Catalogue {
  readonly messages: Messages;
  readonly games: WordsByGame;
}

interface LoadedLanguage extends Omit<Catalogue, "messages"> {
  readonly code: Language;
  /** English is loaded in two parts, so some may be missing. */
  readonly messages: Partial<Messages>;
}

const ENGLISH_GAMES = byGame(import.meta.glob<GameWords>("../../../games/*/words/en.ts", { eager: true, import: "default" }));
const ENGLISH: LoadedLanguage = { code: "en", messages: en, games: inEnglishOf(ENGLISH_GAMES) };

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  de: () => import("./de.js"),
  nl: () => import("./nl.js"),
  ru: () => import("./ru.js"),
  "pt-BR": () => import("./pt-br.js"),
  fr: () => import("./fr.js"),
  it: () => import("./it.js"),
  es: () => import("./es.js"),
  tr: () => import("./tr.js"),
  pl: () => import("./pl.js"),
  ar: () => import("./ar.js"),
};

/** The languages that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(["ar"]);

/** The current language. */
export const language = new Value<LoadedLanguage>(ENGLISH);

/** English messages in the words of a country; by default that of the browser. */
export function inEnglishOf<Words>(words: Words, tag = globalThis.navigator?.language ?? ""): Words {
  if (!/^en-(us|ca)$/i.test(tag)) return words;
  const pairs = Object.values(ENGLISH_GAMES).flatMap(({ american = [] }) => american);
  return JSON.parse(pairs.reduce((text, [english, american]) => text.replaceAll(english, american), JSON.stringify(words)));
}

/** Loads a language and switches to it. */
export async function setLanguage(code: Language): Promise<void> {
  const catalogue = code === "en" ? ENGLISH : (await CATALOGUES[code]()).default;
  document.documentElement.lang = code;
  document.documentElement.dir = RIGHT_TO_LEFT.has(code) ? "rtl" : "ltr";
  language.set({ ...catalogue, code });
}

/** Adds the rest of English, which is loaded with the pages. */
export function addEnglishPages(pages: typeof enPages): void {
  language.set({ ...ENGLISH, messages: { ...en, ...inEnglishOf(pages) } });
}

/** Values for the placeholders of a message; `count` also selects its plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** The message of a key in the current language. */
export function translate(key: Key, values: Values = {}): string {
  return format(language.get().messages[key] ?? key, values);
}

/** The message of a key that may not exist, such as one built from a server code: the app's, else that of any game, else `fallback`. */
export function translateOr(key: string, fallback: string, values: Values = {}): string {
  const { games, messages } = language.get();
  const entry =
    entryOf(messages, key) ??
    Object.values(games)
      .map(({ sentences }) => sentences[key])
      .find((found) => found !== undefined);
  return entry === undefined ? fallback : format(entry, values);
}

/** The messages of a game in the current language. */
export function wordsOf(game: string): GameWords | undefined {
  return language.get().games[game];
}

/** The game's own message of a key, else the app's, else `fallback`. */
export function translateFor(game: string, key: string, fallback: string, values: Values = {}): string {
  const entry = wordsOf(game)?.sentences[key] ?? entryOf(language.get().messages, key);
  return entry === undefined ? fallback : format(entry, values);
}

function entryOf(messages: Partial<Messages>, key: string): string | Plural | undefined {
  return key in messages ? messages[key as Key] : undefined;
}

/** Fills in a message; `count` selects its plural form. */
export function format(entry: string | Plural, values: Values): string {
  return fill(typeof entry === "string" ? entry : pluralOf(entry, language.get().code, Number(values.count)), values);
}

function pluralOf(entry: Plural, code: string, count: number): string {
  return entry[new Intl.PluralRules(code).select(count)] ?? entry.other;
}

function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
