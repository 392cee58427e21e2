// Coming back: after a cut line, a missed event, a restart, a reload, and when another window takes the seat.
import { afterEach, expect, test } from "vitest";
import { connect, createGame, type ConnectOptions, type DebugLine, type GameOf } from "../src/index.js";
import { type Harness, harness, memoryStorage, until } from "./harness.js";

type Board = GameOf<"tictactoe">;

let server: Harness<"tictactoe">;
let opened: { close(): void }[] = [];

afterEach(async () => {
  opened.forEach((game) => game.close());
  opened = [];
  await server.close();
});

async function start(options: Partial<ConnectOptions<"tictactoe">> = {}): Promise<Board> {
  const game = await connect({
    server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null, ...options,
  } as ConnectOptions<"tictactoe">);
  opened.push(game);
  return game;
}

const requests = () => server.room.received.map(({ event }) => event);
const comeBack = (game: Board) => until<"tictactoe">(game, ({ connection }) => connection === "online");
const drop = (game: Board) => until<"tictactoe">(game, ({ connection }) => connection !== "online");

test("after a cut line the client takes its seat again with its token", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  expect((await drop(game)).connection).toBe("reconnecting");
  server.room.play(4);
  const { board, yourTurn } = await comeBack(game);
  expect(board[4]).toBe("X");
  expect(yourTurn).toBe(false);
  expect(server.room.received).toContainEqual({ event: "game:reconnect", payload: { playerId: "you", reconnectToken: "secret-1" } });
});

test("a missed event is noticed by its number and made good", async () => {
  server = await harness({ game: "tictactoe", seat: 1, replies: [0] });
  const game = await start();
  await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  server.room.seq += 3;
  server.room.broadcast("game:draw:declined", {});
  const { seq } = await until<"tictactoe">(game, ({ seq }) => seq === server.room.seq);
  expect(seq).toBe(6);
  expect(requests().filter((event) => event === "game:reconnect")).toHaveLength(1);
  expect(game.state.connection).toBe("online");
});

test("an event that overtakes the state is applied after it", async () => {
  server = await harness({ game: "tictactoe", seat: 1, replies: [0] });
  const game = await start();
  await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  const { room } = server;
  const receive = room.receive.bind(room);
  room.receive = (event, payload, reply) => {
    if (event === "game:reconnect") {
      room.tell("tictactoe:afk_warning", {
        roomId: "room_1", seq: room.seq + 1, playerId: "you", secondsRemaining: 20, expiresAt: Date.now() + 20_000,
      });
    }
    receive(event, payload, reply);
  };
  room.seq += 1;
  room.broadcast("game:draw:declined", {});
  const { afk, history } = await until<"tictactoe">(game, ({ seq }) => seq === room.seq + 1);
  expect(afk).toMatchObject({ you: true });
  expect(history).toHaveLength(1);
});

test("an event told twice counts once", async () => {
  server = await harness({ game: "tictactoe", replies: [4] });
  const game = await start();
  await game.move(0);
  const { seq } = await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  server.room.tell("game:move:made", { roomId: "room_1", seq, position: 8, mark: "O", board: [], currentTurn: 1, moveHistory: [] });
  await game.move(1);
  expect(game.state.history).toHaveLength(3);
  expect(game.state.board[0]).toBe("X");
});

test("a move whose answer got lost is confirmed and not played twice", async () => {
  server = await harness({ game: "tictactoe", replies: [] });
  const game = await start();
  server.loseAnswer("game:move");
  expect(await game.move(4)).toMatchObject({ ok: true, ply: 1 });
  expect(server.room.history).toHaveLength(1);
  expect(game.state.history).toHaveLength(1);
});

test("a move made without a line is sent with its ply when the line is back", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  await drop(game);
  const sent = game.move(4);
  expect(game.state.pending).toBe(4);
  await sent;
  expect(server.room.received.filter(({ event }) => event === "game:move").map(({ payload }) => payload)).toEqual([
    { roomId: "room_1", playerId: "you", position: 4, ply: 0 },
  ]);
});

test("a move overtaken by the game is given back as stale", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  await drop(game);
  const sent = game.move(4);
  server.room.play(8);
  await expect(sent).rejects.toMatchObject({ code: "stale_ply" });
  expect(game.state.pending).toBeNull();
});

test("a restarting server is waited for, even after its goodbye", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.room.tell("server:restarting", { retryAfterMs: 100 });
  await until<"tictactoe">(game, ({ connection }) => connection === "restarting");
  server.kick();
  const { phase } = await comeBack(game);
  expect(phase).toBe("playing");
});

test("a server that will restart still takes moves until it is gone", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.room.tell("server:restarting", { retryAfterMs: 100 });
  await until<"tictactoe">(game, ({ connection }) => connection === "restarting");
  expect(await game.move(4)).toMatchObject({ ok: true, ply: 1 });
});

test("a resignation given without a line arrives when the line is back", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  await drop(game);
  await game.resign();
  expect(requests()).toContain("game:resign");
});

test("a server that cannot be reached is named while trying goes on, until the caller gives up", async () => {
  server = await harness({ game: "tictactoe" });
  const { url } = server;
  await server.close();
  const options: ConnectOptions<"tictactoe"> = { server: url, guest: { username: "Ann", game: "tictactoe" }, storage: null };
  const game = createGame(options);
  opened.push(game);
  game.open();
  const { connection, error } = await until<"tictactoe">(game, ({ error }) => error !== null);
  expect([connection, error?.code]).toEqual(["connecting", "unreachable"]);
  await expect(connect(options, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: "closed" });
});

test("a player who leaves the queue says so", async () => {
  server = await harness({ game: "tictactoe" });
  const { room } = server;
  const receive = room.receive.bind(room);
  room.receive = (event, payload, reply) => {
    if (event !== "matchmaking:join") return receive(event, payload, reply);
    room.tell("matchmaking:waiting", { playerId: "you", position: 2 });
    reply?.({ ok: true, playerId: "you", position: 2 });
  };
  const game = createGame({ server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null });
  game.open();
  expect(await until<"tictactoe">(game, ({ phase }) => phase === "waiting")).toMatchObject({ queuePosition: 2 });
  expect(await game.leave()).toBe(true);
  expect(room.received.at(-1)).toEqual({ event: "matchmaking:leave", payload: { playerId: "you" } });
  expect(game.state.connection).toBe("closed");
});

test("a window whose seat was taken over looks on and does not fight for it", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.room.tell("game:error", { event: "game:reconnect", error: "you play on elsewhere", code: "taken_over" });
  await until<"tictactoe">(game, ({ connection }) => connection === "taken-over");
  server.room.play(0);
  await until<"tictactoe">(game, ({ history }) => history.length === 1);
  await expect(game.move(4)).rejects.toMatchObject({ code: "taken_over", hint: expect.stringContaining("reclaim") as string });
  expect(requests()).not.toContain("game:reconnect");
  game.reclaim();
  await comeBack(game);
  expect(requests()).toContain("game:reconnect");
});

test("a guest who reloads the page finds the seat in the storage", async () => {
  server = await harness({ game: "tictactoe" });
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
  server = await harness({ game: "tictactoe" });
  const storage = memoryStorage();
  storage.setItem(`parlour:seat:${server.url}/tictactoe`, JSON.stringify({ playerId: "old", reconnectToken: "old" }));
  await start({ storage });
  expect(requests().slice(0, 2)).toEqual(["game:reconnect", "matchmaking:join"]);
  expect([...storage.items.values()]).toEqual([JSON.stringify({ playerId: "you", reconnectToken: "secret-1" })]);
});

test("a storage that throws is as good as none", async () => {
  server = await harness({ game: "tictactoe" });
  const broken = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const game = await start({ storage: { getItem: broken, setItem: broken, removeItem: broken } });
  server.cut();
  await drop(game);
  expect((await comeBack(game)).phase).toBe("playing");
});

test("a finished game that was missed is told with its result", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  await drop(game);
  server.room.end({ winner: "opponent", reason: "disconnect" });
  const { result } = await until<"tictactoe">(game, ({ phase }) => phase === "over");
  expect(result).toMatchObject({ outcome: "lost", reason: "disconnect" });
});

test("a refused token fails with its code, and the promise of the game with it", async () => {
  server = await harness({ game: "tictactoe" });
  server.refuse = { message: "the token has expired", data: { code: "token_expired", hint: "Create a new session." } };
  await expect(start()).rejects.toMatchObject({ name: "ConnectionError", code: "token_expired", hint: "Create a new session." });
});

test("a token function is asked again when its token has expired", async () => {
  server = await harness({ game: "tictactoe" });
  server.refuse = { message: "the token has expired", data: { code: "token_expired" } };
  const claims = { sid: "s1", game: "tictactoe", matchType: "bot", players: [{ id: "u1", displayName: "Änn" }] };
  const tokens: string[] = [];
  const token = () => {
    if (tokens.length === 1) server.refuse = null;
    tokens.push(`h.${Buffer.from(JSON.stringify({ ...claims, n: tokens.length })).toString("base64url")}.s`);
    return tokens.at(-1) ?? "";
  };
  const game = await connect({ server: server.url, token, game: "tictactoe" });
  opened.push(game);
  expect(server.handshakes.map(({ token }) => token)).toEqual(tokens);
  expect(server.room.received[0]).toEqual({
    event: "matchmaking:join", payload: { username: "Änn", playerId: "u1", sessionId: "s1", wantsBot: true },
  });
  expect(game.session?.players[0]?.displayName).toBe("Änn");
});

test("a player whom the server knows as seated comes back instead of joining", async () => {
  server = await harness({ game: "tictactoe" });
  const first = await start();
  const claims = { sid: "s1", game: "tictactoe", players: [{ id: "you", displayName: "Ann" }] };
  const token = `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
  first.close();
  server.room.reconnectToken = undefined as never;
  const join = server.room.receive.bind(server.room);
  server.room.receive = (event, payload, reply) => {
    if (event !== "matchmaking:join") return join(event, payload, reply);
    reply?.({ ok: true });
    server.room.tell("matchmaking:already_started", { roomId: "room_1", seq: 1 });
  };
  const game = await connect<"tictactoe">({ server: server.url, token });
  opened.push(game);
  expect(game.state).toMatchObject({ roomId: "room_1", playerId: "you", connection: "online" });
});

test("a game opened, closed and opened again in one breath connects once", async () => {
  server = await harness({ game: "tictactoe" });
  const game = createGame({ server: server.url, guest: { username: "Ann", game: "tictactoe" }, storage: null });
  opened.push(game);
  game.open();
  game.close();
  game.open();
  await game.started();
  expect(server.handshakes).toHaveLength(1);
  expect(requests().filter((event) => event === "matchmaking:join")).toHaveLength(1);
});

test("a move that can no longer be confirmed is given back when the game is closed", async () => {
  server = await harness({ game: "tictactoe" });
  const game = await start();
  server.cut();
  await drop(game);
  const sent = game.move(0);
  game.close();
  await expect(sent).rejects.toMatchObject({ code: "closed" });
});

test("every event can be logged, both ways", async () => {
  server = await harness({ game: "tictactoe" });
  const lines: DebugLine[] = [];
  await start({ debug: (line) => void lines.push(line) });
  expect(lines.map(({ direction, event }) => `${direction} ${event}`)).toEqual(["out matchmaking:join", "in game:started"]);
});
