// The messages of the lobby, one file per language, loaded with the lobby and when the language changes.
import { language, type Messages, type Plural, translateOr, type Values } from "../language/language.js";
import type { Language } from "../settings.js";
import { useValue } from "../value.js";
import { lobbyEn } from "./words/phrases-en.js";

/** The key of a message of the lobby. */
export type LobbyKey = keyof typeof lobbyEn;

/** Every message of the lobby. */
export type LobbyMessages = { readonly [K in LobbyKey]: (typeof lobbyEn)[K] extends string ? string : Plural };

const CATALOGUES: Record<Exclude<Language, "en">, () => Promise<{ default: LobbyMessages }>> = {
  de: () => import("./words/phrases-de.js"),
  nl: () => import("./words/phrases-nl.js"),
  ru: () => import("./words/phrases-ru.js"),
  "pt-BR": () => import("./words/phrases-pt-br.js"),
  fr: () => import("./words/phrases-fr.js"),
  it: () => import("./words/phrases-it.js"),
  es: () => import("./words/phrases-es.js"),
  tr: () => import("./words/phrases-tr.js"),
  pl: () => import("./words/phrases-pl.js"),
  ar: () => import("./words/phrases-ar.js"),
};

/** The message of a key in the current language. */
export function say(key: LobbyKey, values: Values = {}): string {
  return translateOr(key, "", values);
}

/** Whether the messages of the current language are there. */
export function useWords(): boolean {
  return isComplete(useValue(language).messages);
}

/** Adds the messages of the lobby to the current language; if they cannot be loaded, the English ones. */
export async function addWords(): Promise<void> {
  const { code } = language.get();
  const words =
    code === "en"
      ? lobbyEn
      : await CATALOGUES[code]().then(
          ({ default: words }) => words,
          () => lobbyEn,
        );
  const now = language.get();
  if (now.code === code && !isComplete(now.messages)) language.set({ ...now, messages: { ...now.messages, ...words } as Partial<Messages> });
}

function isComplete(messages: Partial<Messages>): boolean {
  return "lobbyTitle" in messages;
}

language.subscribe(() => void (isComplete(language.get().messages) || addWords()));
