// The words of the app: one catalogue per language, fetched when it is chosen; plurals by the rules of the language.

import { Value } from "../observable.js";
import type { Language } from "../settings.js";
import { en } from "./en.js";
import type { enPages } from "./en-pages.js";
import { byGame, type GameWords, type WordsByGame } from "./game-words.js";

/** A sentence for each plural form that the language has; `other` is always there. */
export type Plural = { readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string };

type English = typeof en & typeof enPages;

/** Every sentence of the app. */
export type Messages = { readonly [K in keyof English]: English[K] extends string ? string : Plural };

/** A key of the catalogue. */
export type Key = keyof Messages;

/** Everything that is said in a language, by the app and about its games. */
export interface Catalogue {
  readonly messages: Messages;
  readonly games: WordsByGame;
}

interface Spoken extends Omit<Catalogue, "messages"> {
  readonly code: Language;
  /** English is fetched in two parts, so some may not be there yet. */
  readonly messages: Partial<Messages>;
}

const ENGLISH: Spoken = {
  code: "en",
  messages: en,
  games: byGame(import.meta.glob<GameWords>("../../../games/*/words/en.ts", { eager: true, import: "default" })),
};

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  nl: () => import("./nl.js"),
  ru: () => import("./ru.js"),
  "pt-BR": () => import("./pt-br.js"),
  fr: () => import("./fr.js"),
  it: () => import("./it.js"),
  es: () => import("./es.js"),
  tr: () => import("./tr.js"),
};

/** The language in force. */
export const language = new Value<Spoken>(ENGLISH);

/** Fetches a language and speaks it from then on. */
export async function speak(code: Language): Promise<void> {
  const catalogue = code === "en" ? ENGLISH : (await CATALOGUES[code]()).default;
  document.documentElement.lang = code;
  language.set({ ...catalogue, code });
}

/** Speaks the rest of English too, which is fetched with the pages. */
export function addEnglish(pages: typeof enPages): void {
  language.set({ ...ENGLISH, messages: { ...en, ...pages } });
}

/** Values for the holes of a sentence; `count` also chooses its plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** The sentence of a key in the language in force. */
export function say(key: Key, values: Values = {}): string {
  return write(language.get().messages[key] ?? key, values);
}

/** The sentence of a key that may not exist, such as one made from a server's word: the app's, or that of any game. */
export function sayMaybe(key: string, otherwise: string, values: Values = {}): string {
  const { games, messages } = language.get();
  const entry =
    entryOf(messages, key) ??
    Object.values(games)
      .map(({ sentences }) => sentences[key])
      .find((found) => found !== undefined);
  return entry === undefined ? otherwise : write(entry, values);
}

/** The words of a game in the language in force. */
export function wordsOf(game: string): GameWords | undefined {
  return language.get().games[game];
}

/** The sentence of a key as a game says it, else as the app does. */
export function sayOf(game: string, key: string, otherwise: string, values: Values = {}): string {
  const entry = wordsOf(game)?.sentences[key] ?? entryOf(language.get().messages, key);
  return entry === undefined ? otherwise : write(entry, values);
}

function entryOf(messages: Partial<Messages>, key: string): string | Plural | undefined {
  return key in messages ? messages[key as Key] : undefined;
}

function write(entry: string | Plural, values: Values): string {
  return fill(typeof entry === "string" ? entry : pluralOf(entry, language.get().code, Number(values.count)), values);
}

function pluralOf(entry: Plural, code: string, count: number): string {
  return entry[new Intl.PluralRules(code).select(count)] ?? entry.other;
}

function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
