// The games that are played in this browser, running and finished, saved in it.
import type { EndReason, GameName } from "@parlour/sdk";
import { isGame } from "../games.js";
import { Value } from "../observable.js";
import { load, save } from "../storage.js";
import type { KeptPlay } from "./module.js";

/** How the players ended a game, beside the board. */
export type KeptEnd = "firstResigned" | "secondResigned" | "agreed";

/** A game of this browser; crates/wasm/src/kept_game.rs reads its first fields. */
export interface KeptGame {
  readonly id: string;
  readonly game: GameName;
  readonly variant: string;
  /** The position where it began, in notation; `null` is the usual one. */
  readonly start: string | null;
  readonly plays: readonly KeptPlay[];
  readonly end: KeptEnd | null;
  /** The names of the players, the first mover first. */
  readonly names: readonly [string, string];
  /** The day, as `2026.11.15`. */
  readonly date: string;
  /** Which sides the computer plays, the first mover first. */
  readonly computers: readonly [boolean, boolean];
  /** The rung of the computer; 0 is the weakest. */
  readonly rung: number;
  /** How it ended; `null` while it runs. */
  readonly result: KeptResult | null;
  /** When it changed last, in epoch milliseconds. */
  readonly changed: number;
}

/** How a kept game ended. */
export interface KeptResult {
  readonly winner: 0 | 1 | null;
  readonly reason: EndReason;
  readonly pdn: string | null;
}

/** The most games that are kept; the oldest are dropped first. */
const MOST_GAMES = 60;

/** The games of this browser, the last changed first. */
export const keptGames = new Value<readonly KeptGame[]>(readGames(load("games")));

/** Returns the game with this id, or `null`. */
export function keptGame(id: string): KeptGame | null {
  return keptGames.get().find((game) => game.id === id) ?? null;
}

/** Saves a game; another window may have saved others meanwhile. */
export function keep(game: KeptGame): void {
  const stored = readGames(load("games"));
  const known = stored.length > 0 ? stored : keptGames.get();
  write([game, ...known.filter(({ id }) => id !== game.id)].slice(0, MOST_GAMES));
}

/** Removes the finished games. */
export function forgetFinished(): void {
  write(keptGames.get().filter(({ result }) => result === null));
}

/** A new id. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return `local_${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")}`;
}

function write(games: readonly KeptGame[]): void {
  save("games", games);
  keptGames.set(games);
}

/** Reads saved games; damaged ones are left out. */
export function readGames(saved: unknown): readonly KeptGame[] {
  return Array.isArray(saved) ? saved.filter(isKept).slice(0, MOST_GAMES) : [];
}

function isKept(saved: unknown): saved is KeptGame {
  const { computers, game, id, names, plays, variant } = (saved ?? {}) as Partial<Record<keyof KeptGame, unknown>>;
  const pairs = [computers, names].every((pair) => Array.isArray(pair) && pair.length === 2);
  return isGame(game) && typeof id === "string" && typeof variant === "string" && Array.isArray(plays) && pairs;
}
