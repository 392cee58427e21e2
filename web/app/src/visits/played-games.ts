// The games on the server that were finished in this browser, saved in it.
import type { GameName, GameState } from "@parlour/sdk";
import { isGame } from "../games.js";
import { Value } from "../observable.js";
import { nameOf } from "../play/words.js";
import { load, save } from "../storage.js";

/** A finished game; its address shows the rest. */
export interface PlayedGame {
  readonly roomId: string;
  readonly game: GameName;
  readonly variant: string;
  readonly rival: string;
  readonly outcome: "won" | "lost" | "drawn";
  readonly moves: number;
  /** When it ended here, in epoch milliseconds. */
  readonly changed: number;
}

/** The most games that are kept; the oldest are dropped first. */
const MOST_GAMES = 100;

/** The finished games, the last one first. */
export const playedGames = new Value<readonly PlayedGame[]>(readPlayed(load("played")));

/** Adds a game that has ended, once. */
export function rememberGame(state: GameState): void {
  const { game, history, result, roomId, seat, variant } = state;
  const known = readPlayed(load("played"));
  if (!result?.outcome || roomId === null || seat === null || known.some((played) => played.roomId === roomId)) return;
  const rival = nameOf(state, 1 - seat);
  write([{ roomId, game, variant: variant ?? "", rival, outcome: result.outcome, moves: history.length, changed: Date.now() }, ...known].slice(0, MOST_GAMES));
}

/** Removes all of them. */
export function forgetPlayed(): void {
  write([]);
}

function write(games: readonly PlayedGame[]): void {
  save("played", games);
  playedGames.set(games);
}

/** Reads saved games; damaged ones are left out. */
export function readPlayed(saved: unknown): readonly PlayedGame[] {
  return Array.isArray(saved) ? saved.filter(isPlayed).slice(0, MOST_GAMES) : [];
}

function isPlayed(saved: unknown): saved is PlayedGame {
  const { changed, game, moves, outcome, rival, roomId, variant } = (saved ?? {}) as Partial<Record<keyof PlayedGame, unknown>>;
  const texts = [roomId, variant, rival].every((text) => typeof text === "string");
  return isGame(game) && texts && (outcome === "won" || outcome === "lost" || outcome === "drawn") && [moves, changed].every(Number.isFinite);
}
