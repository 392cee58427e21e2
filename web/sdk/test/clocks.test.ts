// The players' clocks: as the server told them, and as they run on by its time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "../src/index.js";
import { reduce } from "../src/reduce.js";
import { initialState } from "../src/state.js";
import { fakeServer } from "../src/testing/index.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { baseMs: 60_000, incrementMs: 2_000, remainingMs: [50_000, 40_000], running: 0, serverTime: 1_000 };

test("clocks come with the position, change with each move, and stand still at the end", () => {
  const position = { roomId: "room", seq: 1, players: [], board: [], currentTurn: 0, moveHistory: [], clock };
  const playing = reduce(initialState("tictactoe"), "game:spectate:joined", position);
  expect(playing.clock).toEqual(clock);
  const later = { ...clock, remainingMs: [52_000, 40_000], running: 1 };
  const made = { roomId: "room", seq: 2, position: 0, mark: "X", board: [], currentTurn: 1, moveHistory: [], clock: later };
  const moved = reduce(playing, "game:move:made", made);
  expect(moved.clock).toEqual(later);
  expect(reduce(moved, "player:reconnected", { playerId: "ben" }).clock).toEqual(later);
  expect(reduce(moved, "player:reconnected", { playerId: "ben", clock }).clock).toEqual(clock);
  const stopped = { ...later, running: null };
  const over = reduce(moved, "game:over", { roomId: "room", seq: 3, winner: null, reason: "time_forfeit", clock: stopped });
  expect(over.clock).toEqual(stopped);
});

test("a game without clocks has none", () => {
  const position = { roomId: "room", seq: 1, players: [], board: [], currentTurn: 0, moveHistory: [] };
  expect(reduce(initialState("tictactoe"), "game:spectate:joined", position).clock).toBeNull();
});

/** Checks what the clocks show if the server's clock is `ahead` milliseconds ahead. */
async function check(ahead: number) {
  const server = fakeServer({ game: "checkers" });
  const game = await connect({ server, guest: { username: "Ann", game: "checkers" }, storage: null });
  expect(game.timeLeft(0)).toBeNull();
  const told = { ...clock, serverTime: Date.now() + ahead };
  server.room.broadcast("player:reconnected", { playerId: "rival", clock: told });
  await vi.advanceTimersByTimeAsync(0);
  expect([game.timeLeft(0), game.timeLeft(1)]).toEqual([50_000, 40_000]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([game.timeLeft(0), game.timeLeft(1)]).toEqual([48_500, 40_000]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(game.timeLeft(0)).toBe(0);
  game.close();
}

test("the clock that runs counts down to zero, the other one stands still", () => check(0));
test("a server whose clock is an hour ahead or behind makes no difference", async () => {
  await check(3_600_000);
  await check(-3_600_000);
});
