// The seats of this browser, saved so that they survive a reload.
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
  /** The room of the game; `null` until it has started, and in games of this browser. */
  readonly roomId: string | null;
  readonly roomCode: string | null;
  /** The name of the friend whose invitation was accepted. */
  readonly host: string | null;
  readonly level: BotDifficulty | null;
  /** Whether the game has ended. */
  readonly over: boolean;
}

/** The most seats that are kept. */
const MOST_SEATS = 12;

/** The seats of this browser, the last used first; only that one may be of a game that has ended. */
export const seats = new Value<readonly Seat[]>(readSeats(load("seats")));

/** Another window may begin and end games too. */
export function followOtherWindows(): void {
  addEventListener("storage", () => seats.set(readSeats(load("seats"))));
}

/** Saves a seat as the last used one. */
export function saveSeat(next: Seat): void {
  write([next, ...stored().filter((seat) => !seat.over && keyOf(seat) !== keyOf(next))]);
}

/** Saves changes of a seat; a seat that was removed stays so. */
export function updateSeat(next: Seat): void {
  write(stored().map((seat) => (keyOf(seat) === keyOf(next) ? next : seat)));
}

/** Removes a seat. */
export function removeSeat(seat: Seat): void {
  write(stored().filter((known) => keyOf(known) !== keyOf(seat)));
}

/** Tells seats apart; this browser shows one of its own games at a time. */
export function keyOf({ local, tokens }: Seat): string {
  return local === null ? (tokens[0] ?? "") : "local";
}

function stored(): readonly Seat[] {
  const saved = load("seats");
  return saved === null ? seats.get() : readSeats(saved);
}

function write(next: readonly Seat[]): void {
  const kept = next.slice(0, MOST_SEATS);
  save("seats", kept);
  seats.set(kept);
}

/** Reads saved seats; damaged ones are left out. */
export function readSeats(saved: unknown): readonly Seat[] {
  return Array.isArray(saved) ? saved.filter(isSeat).slice(0, MOST_SEATS) : [];
}

function isSeat(saved: unknown): saved is Seat {
  const { game, local, tokens } = (saved ?? {}) as Partial<Seat>;
  const whole = typeof game === "string" && Array.isArray(tokens) && tokens.every((token) => typeof token === "string");
  return whole && (tokens.length > 0 || typeof local === "string");
}
