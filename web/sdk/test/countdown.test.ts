// Deadlines are counted down by the server's clock, one change per second.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "../src/index.js";
import { fakeServer } from "../src/testing/index.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Checks the seconds shown after each second, if the server's clock is `ahead` milliseconds ahead. */
async function check(ahead: number, shown: number[]) {
  const server = fakeServer({ game: "checkers" });
  const game = await connect({ server, guest: { username: "Ann", game: "checkers" }, storage: null });
  const expiresAt = Date.now() + ahead + 3000;
  server.room.broadcast("checkers:afk_warning", { playerId: "you", secondsRemaining: 3, expiresAt });
  const seen: (number | null | undefined)[] = [];
  for (let second = 0; second < shown.length; second++) {
    await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1000);
    seen.push(game.state.afk?.secondsLeft);
  }
  expect(seen).toEqual(shown);
  expect(game.state.afk).toMatchObject({ playerId: "you", you: true, expiresAt });
  server.room.broadcast("checkers:afk_warning_cleared", {});
  await vi.advanceTimersByTimeAsync(0);
  expect(game.state.afk).toBeNull();
  game.close();
  expect(vi.getTimerCount()).toBe(0);
}

test("a warning counts down to zero and stays there", () => check(0, [3, 2, 1, 0, 0]));
test("a server whose clock is an hour ahead makes no difference", () => check(3_600_000, [3, 2, 1, 0]));
test("a server whose clock is an hour behind makes no difference", () => check(-3_600_000, [3, 2, 1, 0]));

test("a warning sent while the client was disconnected is shown after the reconnect", async () => {
  const server = fakeServer({ game: "checkers" });
  const game = await connect({ server, guest: { username: "Ann", game: "checkers" }, storage: null });
  const receive = server.room.receive.bind(server.room);
  server.room.receive = (event, payload, reply) => {
    if (event !== "afk:check") return receive(event, payload, reply);
    reply?.({ ok: true, status: { playerId: "you", expiresAt: Date.now() + 12_000 } });
  };
  server.drop();
  expect(game.state.connection).toBe("reconnecting");
  server.restore();
  await vi.advanceTimersByTimeAsync(0);
  expect(game.state.afk).toMatchObject({ you: true, secondsLeft: 12 });
  game.close();
});
