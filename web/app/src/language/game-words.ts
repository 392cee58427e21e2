// The messages of the games: each game's folder has one file per language, which becomes part of that language's catalogue.
import { byFolder } from "../folders.js";
import type { Plural } from "./language.js";

/** The messages of one game in one language. */
export interface GameWords {
  /** The name of the game on the home screen. */
  readonly name: string;
  /** Names of variants by their wire names; the server's name is used for a variant without an entry. */
  readonly variants: Readonly<Record<string, string>>;
  /** Messages that only this game needs, and those of the app that it overrides. */
  readonly sentences: Readonly<Record<string, string | Plural>>;
  /** The `messages` of the game's element. */
  readonly board: Readonly<Record<string, string>>;
  /** In English: words that are others in America, longer ones first. */
  readonly american?: readonly (readonly [english: string, american: string])[];
}

/** The messages of a game in another language: every key of the English ones. */
export interface Translation<English extends GameWords, BoardMessages> {
  readonly name: string;
  readonly variants: { readonly [K in keyof English["variants"]]: string };
  readonly sentences: { readonly [K in keyof English["sentences"]]: English["sentences"][K] extends string ? string : Plural };
  readonly board: { readonly [K in keyof BoardMessages]: string };
}

/** The messages of each game by its name. */
export type WordsByGame = Readonly<Record<string, GameWords>>;

/** Indexes the message files of one language by the name of the game. */
export function byGame(files: Readonly<Record<string, GameWords>>): WordsByGame {
  return byFolder(files);
}
