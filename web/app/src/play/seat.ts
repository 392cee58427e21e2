// The seat a player holds, kept over a reload.
import type { BotDifficulty, GameName } from "@parlour/sdk";
import { Value } from "../observable.js";
import { keep, recall } from "../storage.js";

/** Against whom a game is played. */
export type Opponent = "computer" | "computers" | "friend" | "stranger" | "here";

/** Everything that is needed to come back to a game. */
export interface Seat {
  readonly opponent: Opponent;
  readonly game: GameName;
  readonly variant: string;
  /** The session tokens: one, or both when two people share the screen. */
  readonly tokens: readonly string[];
  readonly roomCode: string | null;
  readonly level: BotDifficulty | null;
  /** Whether the game has ended and is only looked at. */
  readonly over: boolean;
}

/** The seat of this browser; `null` when there is none. */
export const seat = new Value<Seat | null>(readSeat(recall("seat")));

/** Saves the seat of this browser; `null` removes it. */
export function saveSeat(next: Seat | null): void {
  keep("seat", next);
  seat.set(next);
}

function readSeat(kept: unknown): Seat | null {
  const { game, tokens } = (kept ?? {}) as Partial<Seat>;
  const whole = typeof game === "string" && Array.isArray(tokens) && tokens.every((token) => typeof token === "string");
  return whole && tokens.length > 0 ? (kept as Seat) : null;
}
