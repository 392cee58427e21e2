// The words of the games: each game's folder has one file per language, which joins the catalogue of the language.
import { byFolder } from "../folders.js";
import type { Plural } from "./language.js";

/** Everything that is said about one game in one language. */
export interface GameWords {
  /** The game on the home screen. */
  readonly name: string;
  /** The variants by their names on the wire; a variant that is not here has the server's name. */
  readonly variants: Readonly<Record<string, string>>;
  /** Sentences that only this game needs, and some of the app's that it says in another way. */
  readonly sentences: Readonly<Record<string, string | Plural>>;
  /** The `messages` of the game's element. */
  readonly board: Readonly<Record<string, string>>;
}

/** The words of a game in another language: every key of the English ones. */
export interface Translation<English extends GameWords, BoardMessages> {
  readonly name: string;
  readonly variants: { readonly [K in keyof English["variants"]]: string };
  readonly sentences: { readonly [K in keyof English["sentences"]]: English["sentences"][K] extends string ? string : Plural };
  readonly board: { readonly [K in keyof BoardMessages]: string };
}

/** The words of each game by its name. */
export type WordsByGame = Readonly<Record<string, GameWords>>;

/** Reads the files that a language finds in the folders of the games. */
export function byGame(files: Readonly<Record<string, GameWords>>): WordsByGame {
  return byFolder(files);
}
