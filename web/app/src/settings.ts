// What a player can choose for eyes, ears and words; kept in the browser.

import { Value } from "./observable.js";
import { keep, recall } from "./storage.js";

/** The languages of the app. */
export const LANGUAGES = {
  en: "English",
  nl: "Nederlands",
  ru: "Русский",
  "pt-BR": "Português (Brasil)",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  tr: "Türkçe",
} as const;

/** A language of the app. */
export type Language = keyof typeof LANGUAGES;

/** Every choice and its values, the default first. */
export const CHOICES = {
  theme: ["auto", "light", "dark", "contrast"],
  board: ["wood", "slate", "contrast"],
  coordinates: ["auto", "squares", "off"],
  animation: ["auto", "on", "off"],
  sound: ["on", "off"],
  hints: ["always", "after-refusal", "never"],
  textMoves: ["off", "on"],
} as const;

/** The choices of a player. */
export type Settings = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] } & {
  readonly language: Language | null;
  readonly name: string;
};

/** The settings in force. */
export const settings = new Value<Settings>(read(recall<Record<string, unknown>>("settings") ?? {}));

/** Changes some settings, for now and for the next visit. */
export function change(changes: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changes });
  keep("settings", settings.get());
}

/** The language to speak: the chosen one, else the first of the browser's that is known. */
export function languageOf({ language }: Settings, wished: readonly string[] = navigator.languages): Language {
  if (language) return language;
  const known = Object.keys(LANGUAGES) as Language[];
  const spoken = wished.map((wish) => known.find((code) => code.slice(0, 2) === wish.slice(0, 2).toLowerCase()));
  return spoken.find((code) => code !== undefined) ?? "en";
}

/** Reads kept settings; what is missing or no longer known gets its default. */
export function read(kept: Readonly<Record<string, unknown>>): Settings {
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const known = (values as readonly unknown[]).includes(kept[name]);
    return [name, known ? kept[name] : values[0]];
  });
  const language = typeof kept.language === "string" && kept.language in LANGUAGES ? kept.language : null;
  const name = typeof kept.name === "string" ? kept.name.slice(0, 32) : "";
  return { ...Object.fromEntries(choices), language, name } as Settings;
}
