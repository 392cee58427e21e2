// The seat of this browser, saved so that it survives a reload.
import type { BotDifficulty, GameName } from "@parlour/sdk";
import { Value } from "../observable.js";
import { load, save } from "../storage.js";

/** Against whom a game is played. */
export type Opponent = "computer" | "computers" | "friend" | "stranger" | "here";

/** Everything that is needed to return to a game. */
export interface Seat {
  readonly opponent: Opponent;
  readonly game: GameName;
  readonly variant: string;
  /** The session tokens: one, or two when two people share the screen; none if this browser has the game. */
  readonly tokens: readonly string[];
  /** The id of a game of this browser; `null` if the server has it. */
  readonly local: string | null;
  readonly roomCode: string | null;
  readonly level: BotDifficulty | null;
  /** Whether the game has ended. */
  readonly over: boolean;
}

/** The saved seat of this browser; `null` if there is none. */
export const savedSeat = new Value<Seat | null>(readSeat(load("seat")));

/** Saves the seat of this browser; `null` removes it. */
export function saveSeat(next: Seat | null): void {
  save("seat", next);
  savedSeat.set(next);
}

function readSeat(saved: unknown): Seat | null {
  const { game, local = null, tokens } = (saved ?? {}) as Partial<Seat>;
  const whole = typeof game === "string" && Array.isArray(tokens) && tokens.every((token) => typeof token === "string");
  return whole && (tokens.length > 0 || typeof local === "string") ? ({ ...(saved as Seat), local } satisfies Seat) : null;
}
