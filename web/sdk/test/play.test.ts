// Playing over a real socket: state, moves and refusals.
import { afterEach, describe, expect, test } from "vitest";
import { type CheckersMove, connect, type GameOf, MoveError, watch } from "../src/index.js";
import type { Script } from "../src/testing/index.js";
import { type Harness, harness, until } from "./harness.js";

const quiet = (from: number, to: number): CheckersMove => ({ from, to, captures: [], path: [to] });

let server: Harness<"checkers"> | Harness<"tictactoe">;
let opened: { close(): void }[] = [];

afterEach(async () => {
  opened.forEach((game) => game.close());
  opened = [];
  await server.close();
});

async function play<G extends "checkers" | "tictactoe">(script: Script<G>, options: { older?: boolean } = {}) {
  const own = await harness(script, options);
  server = own as never;
  const game = await connect<G>({ server: own.url, guest: { username: "Ann", game: script.game }, storage: null });
  opened.push(game);
  return { game, room: own.room, server: own };
}

describe("tic-tac-toe", () => {
  test("the state follows both players to the result", async () => {
    const { game } = await play({
      game: "tictactoe",
      replies: [3, 4, { end: { winner: "you", reason: "victory", winningLine: [0, 1, 2] } }],
    });
    expect(game.state).toMatchObject({ phase: "playing", seat: 0, yourTurn: true, legal: [0, 1, 2, 3, 4, 5, 6, 7, 8] });
    await game.move(0);
    await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
    expect(game.state.board).toEqual(["X", null, null, "O", null, null, null, null, null]);
    expect(game.state.legal).toEqual([1, 2, 4, 5, 6, 7, 8]);
    await game.move("1");
    await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
    await game.move(2);
    const { result, legal, history } = await until<"tictactoe">(game, ({ phase }) => phase === "over");
    expect(result).toMatchObject({ outcome: "won", reason: "victory", winningLine: [0, 1, 2] });
    expect(legal).toEqual([]);
    expect(history).toHaveLength(5);
  });

  test("a taken cell is refused with a code and changes nothing", async () => {
    const { game } = await play({ game: "tictactoe", replies: [4] });
    await game.move(0);
    const before = await until<"tictactoe">(game, ({ yourTurn }) => yourTurn);
    const error = await game.move(4).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(MoveError);
    expect(error).toMatchObject({ code: "illegal_move" });
    expect(game.state.board).toEqual(before.board);
    expect(game.state.pending).toBeNull();
  });

  test("text that is no cell never reaches the server", async () => {
    const { game, room } = await play({ game: "tictactoe" });
    await expect(game.move("nine")).rejects.toMatchObject({ code: "bad_payload", hint: expect.stringContaining("0 to 8") as string });
    expect(room.received.map(({ event }) => event)).not.toContain("game:move");
  });
});

describe("checkers", () => {
  const script: Script<"checkers"> = {
    game: "checkers",
    legal: [[quiet(40, 33), quiet(42, 35)], [quiet(42, 35)]],
    replies: [quiet(17, 24)],
  };

  test("legal moves are there when it is your turn and gone when it is not", async () => {
    const { game } = await play({ ...script, replies: [] });
    expect((await until<"checkers">(game, ({ legal }) => legal.length > 0)).legal).toHaveLength(2);
    await game.move({ from: 40, to: 33 });
    expect(game.state).toMatchObject({ yourTurn: false, legal: [], turn: 1 });
  });

  test("a move written in the labels of the variant is played", async () => {
    const { game, room } = await play(script);
    expect(await game.move("21-17")).toMatchObject({ ok: true, ply: 1 });
    expect(room.history[0]?.move).toEqual(quiet(40, 33));
    expect(game.state.layout?.labels[40]).toBe("21");
  });

  test("a move that is not legal is refused here, with what is", async () => {
    const { game } = await play(script);
    await expect(game.move("21-25")).rejects.toMatchObject({ code: "illegal_move", hint: "Legal moves: 21-17, 22-18." });
  });

  test("the server's refusal arrives with its code and hint", async () => {
    const { game, room } = await play(script);
    room.refusals.set("game:move", { error: "you must capture", code: "must_capture", hint: "17 can capture" });
    await expect(game.move({ from: 40, to: 33 })).rejects.toMatchObject({
      name: "MoveError",
      code: "must_capture",
      hint: "17 can capture",
      message: "you must capture",
    });
  });

  test("a second move does not overtake the first", async () => {
    const { game } = await play(script);
    const first = game.move({ from: 40, to: 33 });
    expect(game.state.pending).toEqual({ from: 40, to: 33 });
    await expect(game.move({ from: 42, to: 35 })).rejects.toMatchObject({ code: "move_pending" });
    await first;
  });

  test("draws are offered, resigned games are lost, a rematch swaps seats", async () => {
    const { game, room } = await play(script);
    room.broadcast("game:draw:offered", { playerId: room.opponentId });
    await until<"checkers">(game, ({ drawOffer }) => drawOffer === "opponent");
    await game.declineDraw();
    await game.resign();
    const { result } = await until<"checkers">(game, ({ phase }) => phase === "over");
    expect(result).toMatchObject({ outcome: "lost", reason: "resignation" });
    await expect(game.move("21-17")).rejects.toMatchObject({ code: "game_over" });
    await game.rematch();
    expect(await until<"checkers">(game, ({ phase }) => phase === "playing")).toMatchObject({
      seat: 1,
      yourTurn: false,
      result: null,
      history: [],
      roomId: "room_1+",
    });
  });

  test("a spectator sees every move and can make none", async () => {
    const { server: own } = await play(script);
    const spectator = await watch({ server: own.url, game: "checkers", roomId: "room_1" });
    opened.push(spectator as GameOf<"checkers">);
    expect(spectator.state).toMatchObject({ seat: null, playerId: null, phase: "playing", legal: [] });
    own.room.broadcast("player:disconnected", { playerId: "you", expiresAt: Date.now() + 60_000, socketId: "s" });
    const { away } = await until<"checkers">(spectator, ({ away }) => away !== null);
    expect(away).toMatchObject({ playerId: "you", you: false, secondsLeft: 60 });
    await expect(spectator.move("21-17")).rejects.toMatchObject({ code: "spectators_cannot" });
  });

  test("raw events arrive typed, after the state that they made", async () => {
    const { game } = await play(script);
    const seen = new Promise<[number, number]>((resolve) => {
      game.on("game:move:made", ({ move }) => resolve([move.to, game.state.history.length]));
    });
    await game.move("21-17");
    expect(await seen).toEqual([33, 1]);
  });
});

describe("handshake options", () => {
  const moves = [quiet(40, 33), quiet(42, 35), quiet(44, 37)];
  const answers = [quiet(17, 24), quiet(19, 28)];
  const script: Script<"checkers"> = {
    game: "checkers",
    legal: moves.map((move) => [move, quiet(46, 39)]),
    replies: [...answers, { end: { winner: "you", reason: "victory" } }],
  };
  /** Plays the script to its end; returns how often legal moves were requested, and the handshake. */
  async function finish(options: { older?: boolean }) {
    const { game, room, server: own } = await play(script, options);
    const legal = [];
    for (const move of moves) {
      legal.push((await until<"checkers">(game, (state) => state.yourTurn && state.legal.length > 0)).legal);
      await game.move(move);
    }
    const { history } = await until<"checkers">(game, ({ phase }) => phase === "over");
    expect(legal).toEqual(script.legal);
    expect(history).toEqual(room.history);
    return { asked: room.received.filter(({ event }) => event === "game:get_moves").length, handshake: own.handshakes[0] };
  }

  test("a whole game of checkers never requests legal moves: they come with each position", async () => {
    expect(await finish({})).toEqual({ asked: 0, handshake: { legalMoves: true, moveHistory: false, spectators: true } });
  });

  test("legal moves are requested from an older server that does not send them, and its history is used", async () => {
    expect(await finish({ older: true })).toMatchObject({ asked: 3 });
  });

  test("after a reconnect the history is that of the server", async () => {
    const { game, room, server: own } = await play({ ...script, replies: [] });
    await game.move(moves[0] as CheckersMove);
    own.cut();
    await until<"checkers">(game, ({ connection }) => connection === "reconnecting");
    room.play(answers[0] as CheckersMove);
    await until<"checkers">(game, ({ connection }) => connection === "online");
    expect(game.state).toMatchObject({ yourTurn: true, legal: script.legal?.[1] });
    await game.move(moves[1] as CheckersMove);
    expect(game.state.history).toEqual(room.history);
    expect(room.received.map(({ event }) => event)).not.toContain("game:get_moves");
  });

  test("a move after a missed one is not appended to the wrong history: a snapshot is requested", async () => {
    const { game, room } = await play({ ...script, replies: [] });
    await game.move(moves[0] as CheckersMove);
    const { broadcast } = room;
    room.broadcast = () => void room.seq++;
    room.play(answers[0] as CheckersMove);
    room.broadcast = broadcast;
    room.play(moves[1] as CheckersMove);
    const { history } = await until<"checkers">(game, ({ seq }) => seq === room.seq);
    expect(history).toEqual(room.history);
    expect(history).toHaveLength(3);
    expect(room.received.filter(({ event }) => event === "game:reconnect")).toHaveLength(1);
  });
});

test("a listener that acts on a change does not show the others the older state last", async () => {
  const { game, room } = await play({ game: "tictactoe", replies: [] });
  const seen: (number | null)[] = [];
  game.on("change", ({ drawOffer, pending }) => {
    if (drawOffer !== null && pending === null) void game.move(4).catch(() => {});
  });
  game.on("change", ({ pending }) => void seen.push(pending));
  room.broadcast("game:draw:offered", { playerId: "opponent" });
  await until<"tictactoe">(game, ({ history }) => history.length === 1);
  expect(seen.slice(0, 2)).toEqual([null, 4]);
});
