// Reconnecting: after a lost connection, a missed event, a restart, and when another window takes the seat.
import { expect, test } from "vitest";
import { until } from "./harness.js";
import { disconnected, online, requests, serve, server, start } from "./tictactoe.js";

test("after a lost connection the client takes its seat again with its token", async () => {
  await serve();
  const game = await start();
  server.cut();
  expect((await disconnected(game)).connection).toBe("reconnecting");
  server.room.play(4);
  const { board, yourTurn } = await online(game);
  expect(board[4]).toBe("X");
  expect(yourTurn).toBe(false);
  expect(server.room.received).toContainEqual({ event: "game:reconnect", payload: { playerId: "you", reconnectToken: "secret-1" } });
});

test("a missed event is detected by its number and causes a resync", async () => {
  await serve({ seat: 1, replies: [0] });
  const game = await start();
  await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  server.room.seq += 3;
  server.room.broadcast("game:draw:declined", {});
  const { seq } = await until<"tictactoe">(game, ({ seq }) => seq === server.room.seq);
  expect(seq).toBe(6);
  expect(requests().filter((event) => event === "game:reconnect")).toHaveLength(1);
  expect(game.state.connection).toBe("online");
});

test("an event that arrives before the snapshot is applied after it", async () => {
  await serve({ seat: 1, replies: [0] });
  const game = await start();
  await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  const { room } = server;
  const receive = room.receive.bind(room);
  room.receive = (event, payload, reply) => {
    if (event === "game:reconnect") {
      room.tell("tictactoe:afk_warning", {
        roomId: "room_1",
        seq: room.seq + 1,
        playerId: "you",
        secondsRemaining: 20,
        expiresAt: Date.now() + 20_000,
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

test("an event that is sent twice is applied once", async () => {
  await serve({ replies: [4] });
  const game = await start();
  await game.move(0);
  const { seq } = await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
  server.room.tell("game:move:made", { roomId: "room_1", seq, position: 8, mark: "O", board: [], currentTurn: 1, moveHistory: [] });
  await game.move(1);
  expect(game.state.history).toHaveLength(3);
  expect(game.state.board[0]).toBe("X");
});

test("a move whose answer got lost is confirmed and not played twice", async () => {
  await serve({ replies: [] });
  const game = await start();
  server.loseAnswer("game:move");
  expect(await game.move(4)).toMatchObject({ ok: true, ply: 1 });
  expect(server.room.history).toHaveLength(1);
  expect(game.state.history).toHaveLength(1);
});

test("a move made without a connection is sent with its ply after the reconnect", async () => {
  await serve();
  const game = await start();
  server.cut();
  await disconnected(game);
  const sent = game.move(4);
  expect(game.state.pending).toBe(4);
  await sent;
  expect(server.room.received.filter(({ event }) => event === "game:move").map(({ payload }) => payload)).toEqual([
    { roomId: "room_1", playerId: "you", position: 4, ply: 0 },
  ]);
});

test("a move is rejected as stale if the game went on", async () => {
  await serve();
  const game = await start();
  server.cut();
  await disconnected(game);
  const sent = game.move(4);
  server.room.play(8);
  await expect(sent).rejects.toMatchObject({ code: "stale_ply" });
  expect(game.state.pending).toBeNull();
});

test("the client waits for a restarting server, even after a disconnect", async () => {
  await serve();
  const game = await start();
  server.room.tell("server:restarting", { retryAfterMs: 100 });
  await until<"tictactoe">(game, ({ connection }) => connection === "restarting");
  server.kick();
  const { phase } = await online(game);
  expect(phase).toBe("playing");
});

test("a server that is about to restart still accepts moves", async () => {
  await serve();
  const game = await start();
  server.room.tell("server:restarting", { retryAfterMs: 100 });
  await until<"tictactoe">(game, ({ connection }) => connection === "restarting");
  expect(await game.move(4)).toMatchObject({ ok: true, ply: 1 });
});

test("a resignation without a connection is sent after the reconnect", async () => {
  await serve();
  const game = await start();
  server.cut();
  await disconnected(game);
  await game.resign();
  expect(requests()).toContain("game:resign");
});

test("a window whose seat was taken over shows the game and does not reclaim the seat by itself", async () => {
  await serve();
  const game = await start();
  server.room.tell("game:error", { event: "game:reconnect", error: "you play on elsewhere", code: "taken_over" });
  await until<"tictactoe">(game, ({ connection }) => connection === "taken-over");
  server.room.play(0);
  await until<"tictactoe">(game, ({ history }) => history.length === 1);
  await expect(game.move(4)).rejects.toMatchObject({ code: "taken_over", hint: expect.stringContaining("reclaim") as string });
  expect(requests()).not.toContain("game:reconnect");
  game.reclaim();
  await online(game);
  expect(requests()).toContain("game:reconnect");
});

test("a game that ended while the client was disconnected is shown with its result", async () => {
  await serve();
  const game = await start();
  server.cut();
  await disconnected(game);
  server.room.end({ winner: "opponent", reason: "disconnect" });
  const { result } = await until<"tictactoe">(game, ({ phase }) => phase === "over");
  expect(result).toMatchObject({ outcome: "lost", reason: "disconnect" });
});

test("a pending move is rejected when the game is closed", async () => {
  await serve();
  const game = await start();
  server.cut();
  await disconnected(game);
  const sent = game.move(0);
  game.close();
  await expect(sent).rejects.toMatchObject({ code: "closed" });
});
