// The state after a snapshot.
import { expect, test } from "vitest";
import { reduce } from "../src/reduce.js";
import { initialState, type RoomState } from "../src/state.js";

const player = (id: string, mark: "X" | "O", connected: boolean) => ({ id, username: id, displayName: id, isBot: false, connected, mark });

/** The state of Ann after she reconnected to a room with these fields. */
function check(fields: object, players = [player("ann", "X", true), player("ben", "O", true)]): RoomState<"tictactoe"> {
  const board = Array<null>(9).fill(null);
  const position = { roomId: "room", seq: 7, playerId: "ann", mark: "X", players, board, currentTurn: 0, moveHistory: [], ...fields };
  return reduce(initialState("tictactoe"), "game:reconnected", position);
}

test("the number of spectators survives a reload", () => {
  const state = check({ spectators: 3 });
  expect(state.spectators).toBe(3);
  expect(reduce(state, "game:spectators", { roomId: "room", seq: 7, count: 5 }).spectators).toBe(5);
  expect(check({}).spectators).toBe(0);
});

test("a move without the history is appended with its mover and time", () => {
  const board = ["X", ...Array<null>(8).fill(null)];
  const made = { roomId: "room", seq: 8, position: 0, mark: "X", board, currentTurn: 1, timestamp: 5_000, legalMoves: [1, 2] };
  const state = reduce(check({ drawOffer: "ann" }), "game:move:made", made);
  expect(state.history).toEqual([{ position: 0, mark: "X", playerId: "ann", timestamp: 5_000 }]);
  expect(state).toMatchObject({ turn: 1, yourTurn: false, legal: [], drawOffer: "ann" });
});

test("legal moves are those that the server sends, and yours only in your turn", () => {
  expect(check({ legalMoves: [3, 5] }).legal).toEqual([3, 5]);
  expect(check({ legalMoves: [3, 5], currentTurn: 1 }).legal).toEqual([]);
  expect(check({}).legal).toHaveLength(9);
});

test("after the last move it is nobody's turn, before the result is known", () => {
  const board = ["O", "O", "O", "X", "X", null, "X", null, null];
  const made = { roomId: "room", seq: 8, position: 2, mark: "O", board, currentTurn: 0, timestamp: 5_000, legalMoves: [] };
  const state = reduce(check({ currentTurn: 1 }), "game:move:made", made);
  expect(state).toMatchObject({ phase: "playing", turn: -1, yourTurn: false, legal: [] });
  expect(check({ legalMoves: [] })).toMatchObject({ turn: -1, yourTurn: false });
});

test("a room where nothing is open", () => {
  expect(check({})).toMatchObject({ afk: null, away: null, drawOffer: null, rematchOffer: null });
});

test("a warning and offers outlive a reload", () => {
  const state = check({ afkWarning: { playerId: "ann", expiresAt: 5_000 }, drawOffer: "ben", rematchOffer: "ben" });
  expect(state.afk).toMatchObject({ playerId: "ann", you: true, expiresAt: 5_000 });
  expect(state).toMatchObject({ drawOffer: "ben", rematchOffer: "ben" });
});

test("the player who was warned has the time that is told when a player is back", () => {
  const warned = check({ afkWarning: { playerId: "ann", expiresAt: 5_000 } });
  const back = { roomId: "room", seq: 8, playerId: "ben" };
  expect(reduce(warned, "player:reconnected", back).afk).toMatchObject({ playerId: "ann", expiresAt: 5_000 });
  const later = reduce(warned, "player:reconnected", { ...back, afkWarning: { playerId: "ann", expiresAt: 25_000 } });
  expect(later.afk).toMatchObject({ playerId: "ann", you: true, expiresAt: 25_000 });
});

test("the deadline of an opponent who is away outlives a reload", () => {
  const players = [player("ann", "X", true), player("ben", "O", false)];
  expect(check({ away: [{ playerId: "ben", expiresAt: 9_000 }] }, players).away).toMatchObject({ you: false, expiresAt: 9_000 });
  expect(check({}, players).away).toMatchObject({ playerId: "ben", expiresAt: null });
});
