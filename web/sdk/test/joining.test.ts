// Joining: by token, as a guest, from the queue, after a reload, and the errors if it fails.
import { expect, test } from "vitest";
import { type ConnectOptions, connect, createGame, type DebugLine } from "../src/index.js";
import type { Reply } from "../src/testing/index.js";
import { memoryStorage, until } from "./harness.js";
import { closeAfterTest, disconnected, online, requests, serve, server, start } from "./tictactoe.js";

const tokenOf = (id: string) => {
  const claims = { sid: "s1", game: "tictactoe", players: [{ id, displayName: "Ann" }] };
  return `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
};

/** Replaces the answer to the next request of one kind. */
function answerOnce(wanted: string, answer: (reply: Reply | undefined) => void) {
  const { room } = server;
  const receive = room.receive.bind(room);
  room.receive = (event, payload, reply) => {
    if (event !== wanted) return receive(event, payload, reply);
    room.receive = receive;
    room.received.push({ event, payload });
    answer(reply);
  };
}

test("a server that cannot be reached is reported while the client retries, until the caller aborts", async () => {
  await serve();
  const { url } = server;
  await server.close();
  const options: ConnectOptions<"tictactoe"> = { server: url, guest: { username: "Ann", game: "tictactoe" }, storage: null };
  const game = createGame(options);
  closeAfterTest(game);
  game.open();
  const { connection, error } = await until<"tictactoe">(game, ({ error }) => error !== null);
  expect([connection, error?.code]).toEqual(["connecting", "unreachable"]);
  await expect(connect(options, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: "closed" });
});

test("joining is retried if the server is not available yet", async () => {
  await serve();
  server.room.refusals.set("matchmaking:join", { error: "the server is about to restart", code: "unavailable" });
  const game = await start();
  expect(game.state.phase).toBe("playing");
  expect(requests().filter((event) => event === "matchmaking:join")).toHaveLength(2);
});

test("an opponent found while the client was disconnected is not lost", async () => {
  await serve();
  server.room.reconnectToken = undefined as never;
  answerOnce("matchmaking:join", (reply) => {
    server.room.tell("matchmaking:waiting", { playerId: "you", position: 1 });
    reply?.({ ok: true });
  });
  const game = createGame({ server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null });
  closeAfterTest(game);
  game.open();
  await until<"tictactoe">(game, ({ phase }) => phase === "waiting");
  server.cut();
  await disconnected(game);
  server.room.receive("matchmaking:join", { playerId: "you" });
  expect(await until<"tictactoe">(game, ({ phase }) => phase === "playing")).toMatchObject({ playerId: "you", seat: 0 });
});

test("a token whose game is over still shows how it ended", async () => {
  await serve();
  const first = await start();
  server.room.end({ winner: "you", reason: "resignation" });
  await until<"tictactoe">(first, ({ phase }) => phase === "over");
  first.close();
  server.room.reconnectToken = undefined as never;
  server.room.refusals.set("matchmaking:join", { error: "this session can no longer be joined", code: "token_expired" });
  const game = await connect<"tictactoe">({ server: server.url, token: tokenOf("you") });
  closeAfterTest(game);
  expect((await until<"tictactoe">(game, ({ phase }) => phase === "over")).result).toMatchObject({ outcome: "won" });
});

test("leaving the queue sends a request", async () => {
  await serve();
  answerOnce("matchmaking:join", (reply) => {
    server.room.tell("matchmaking:waiting", { playerId: "you", position: 2 });
    reply?.({ ok: true, playerId: "you", position: 2 });
  });
  const game = createGame({ server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null });
  game.open();
  expect(await until<"tictactoe">(game, ({ phase }) => phase === "waiting")).toMatchObject({ queuePosition: 2 });
  expect(await game.leave()).toBe(true);
  expect(server.room.received.at(-1)).toEqual({ event: "matchmaking:leave", payload: { playerId: "you" } });
  expect(game.state.connection).toBe("closed");
});

test("a guest who reloads the page finds the seat in the storage", async () => {
  await serve();
  const storage = memoryStorage();
  const before = await start({ storage });
  before.close();
  const after = await start({ storage });
  expect(after.state).toMatchObject({ roomId: "room_1", seat: 0, phase: "playing" });
  expect(requests().filter((event) => event === "matchmaking:join")).toHaveLength(1);
  await after.resign();
  await until<"tictactoe">(after, ({ phase }) => phase === "over");
  expect(storage.items.size).toBe(0);
});

test("a seat that is gone is forgotten and a new game is joined", async () => {
  await serve();
  const storage = memoryStorage();
  storage.setItem(`parlour:seat:${server.url}/tictactoe`, JSON.stringify({ playerId: "old", reconnectToken: "old" }));
  await start({ storage });
  expect(requests().slice(0, 2)).toEqual(["game:reconnect", "matchmaking:join"]);
  expect([...storage.items.values()]).toEqual([JSON.stringify({ playerId: "you", reconnectToken: "secret-1" })]);
});

test("a storage that throws counts as none", async () => {
  await serve();
  const broken = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const game = await start({ storage: { getItem: broken, setItem: broken, removeItem: broken } });
  server.cut();
  await disconnected(game);
  expect((await online(game)).phase).toBe("playing");
});

test("a refused token fails with its code, and the promise of the game with it", async () => {
  await serve();
  server.refuse = { message: "the token has expired", data: { code: "token_expired", hint: "Create a new session." } };
  await expect(start()).rejects.toMatchObject({ name: "ConnectionError", code: "token_expired", hint: "Create a new session." });
});

test("the error for a game that the server does not have names it", async () => {
  await serve();
  const guest = { username: "Ann", game: "checkers" } as const;
  await expect(connect({ server: server.url, guest, storage: null })).rejects.toMatchObject({
    code: "unknown_game",
    message: 'this server has no game "checkers"',
  });
});

test("a token function is called again if its token has expired", async () => {
  await serve();
  server.refuse = { message: "the token has expired", data: { code: "token_expired" } };
  const claims = { sid: "s1", game: "tictactoe", matchType: "bot", players: [{ id: "u1", displayName: "Änn" }] };
  const tokens: string[] = [];
  const token = () => {
    if (tokens.length === 1) server.refuse = null;
    tokens.push(`h.${Buffer.from(JSON.stringify({ ...claims, n: tokens.length })).toString("base64url")}.s`);
    return tokens.at(-1) ?? "";
  };
  const game = await connect({ server: server.url, token, game: "tictactoe" });
  closeAfterTest(game);
  expect(server.handshakes.map(({ token }) => token)).toEqual(tokens);
  expect(server.room.received[0]).toEqual({
    event: "matchmaking:join",
    payload: { username: "Änn", playerId: "u1", sessionId: "s1", wantsBot: true },
  });
  expect(game.session?.players[0]?.displayName).toBe("Änn");
});

test("a player whose token cannot be fetched does not join as a guest", async () => {
  await serve();
  server.refuse = { message: "this session token is not valid", data: { code: "token_invalid" } };
  let fails = 1;
  const token = async () => {
    if (fails-- > 0) throw new TypeError("fetch failed");
    server.refuse = null;
    return tokenOf("u1");
  };
  closeAfterTest(await connect({ server: server.url, token, game: "tictactoe" }));
  expect(server.handshakes.map(({ token }) => token)).toEqual(["", tokenOf("u1")]);
});

test("a player who already has a seat reconnects instead of joining", async () => {
  await serve();
  const first = await start();
  first.close();
  server.room.reconnectToken = undefined as never;
  answerOnce("matchmaking:join", (reply) => {
    reply?.({ ok: true });
    server.room.tell("matchmaking:already_started", { roomId: "room_1", seq: 1 });
  });
  const game = await connect<"tictactoe">({ server: server.url, token: tokenOf("you") });
  closeAfterTest(game);
  expect(game.state).toMatchObject({ roomId: "room_1", playerId: "you", connection: "online" });
});

test("a game that is opened, closed and opened again at once connects once", async () => {
  await serve();
  const game = createGame({ server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null });
  closeAfterTest(game);
  game.open();
  game.close();
  game.open();
  await game.started();
  expect(server.handshakes).toHaveLength(1);
  expect(requests().filter((event) => event === "matchmaking:join")).toHaveLength(1);
});

test("every event can be logged, both ways", async () => {
  await serve();
  const lines: DebugLine[] = [];
  await start({ debug: (line) => void lines.push(line) });
  expect(lines.map(({ direction, event }) => `${direction} ${event}`)).toEqual(["out matchmaking:join", "in game:started"]);
});
