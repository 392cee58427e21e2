// The settings of a player, saved in the browser.

import { Value } from "./observable.js";
import { load, save } from "./storage.js";

/** The languages of the app. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  ru: "Русский",
  "pt-BR": "Português (Brasil)",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  tr: "Türkçe",
  pl: "Polski",
  ar: "العربية",
} as const;

/** A language of the app. */
export type Language = keyof typeof LANGUAGES;

/** Every choice and its values, the default first. */
export const CHOICES = {
  theme: ["auto", "light", "dark", "contrast"],
  board: ["wood", "walnut", "green", "slate", "sea", "plum", "contrast"],
  pieceSet: ["rings", "flat", "club"],
  coordinates: ["auto", "squares", "off"],
  animation: ["auto", "on", "off"],
  sound: ["on", "off"],
  replies: ["quick", "theatre"],
  premoves: ["on", "off"],
  hints: ["always", "after-refusal", "never"],
  textMoves: ["off", "on"],
  notify: ["off", "on"],
} as const;

/** The choices of a player. */
export type Settings = { readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] } & {
  readonly language: Language | null;
  readonly name: string;
};

/** The current settings. */
export const settings = new Value<Settings>(read(load<Record<string, unknown>>("settings") ?? {}));

/** Changes some settings and saves them. */
export function change(changes: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changes });
  save("settings", settings.get());
}

/** The chosen language, else the first language of the browser that the app has, else English. */
export function languageOf({ language }: Settings, preferred: readonly string[] = navigator.languages): Language {
  if (language) return language;
  const known = Object.keys(LANGUAGES) as Language[];
  const matches = preferred.map((tag) => known.find((code) => code.slice(0, 2) === tag.slice(0, 2).toLowerCase()));
  return matches.find((code) => code !== undefined) ?? "en";
}

/** Reads saved settings; a missing or unknown value becomes the default. */
export function read(saved: Readonly<Record<string, unknown>>): Settings {
  const choices = Object.entries(CHOICES).map(([name, values]) => {
    const known = (values as readonly unknown[]).includes(saved[name]);
    return [name, known ? saved[name] : values[0]];
  });
  const language = typeof saved.language === "string" && saved.language in LANGUAGES ? saved.language : null;
  const name = typeof saved.name === "string" ? saved.name.slice(0, 32) : "";
  return { ...Object.fromEntries(choices), language, name } as Settings;
}
