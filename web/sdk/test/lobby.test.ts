// The lobby: variants and public games over HTTP.
import { expect, test } from "vitest";
import { createGame, followLobby, type LobbyList, ParlourError, react, roomPage, rooms, type ServerAccess, variants, type WireSocket } from "../src/index.js";
import { fakeServer } from "../src/testing/index.js";

test("running games are listed", async () => {
  expect(await rooms(fakeServer({ game: "checkers" }), "checkers")).toMatchObject([{ roomId: "room_1", moveCount: 0 }]);
});
test("the next page of games is requested with the cursor of the previous page", async () => {
  const asked: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = (async (input: string) => {
    asked.push(input);
    return Response.json({ rooms: [], hasMore: asked.length === 1, after: asked.length === 1 ? "1.room_&" : null });
  }) as typeof fetch;
  try {
    const { after, hasMore } = await roomPage("https://games.test", "tictactoe");
    expect(hasMore).toBe(true);
    await roomPage("https://games.test", "tictactoe", after);
  } finally {
    globalThis.fetch = original;
  }
  expect(asked[1]).toBe("https://games.test/v1/rooms?game=tictactoe&after=1.room_%26");
});
test("variants come with board and notation", async () => {
  const { games } = await variants(fakeServer({ game: "checkers" }));
  expect(games[0]?.variants[0]).toMatchObject({ columns: 8, rows: 8 });
  expect(games[0]?.variants[0]?.labels[1]).toBe("1");
});
test("a server below a path keeps the path", async () => {
  const asked: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = (async (input: string) => {
    asked.push(input);
    return Response.json({ rooms: [] });
  }) as typeof fetch;
  try {
    await rooms("https://games.test/parlour/", "tictactoe");
  } finally {
    globalThis.fetch = original;
  }
  expect(asked).toEqual(["https://games.test/parlour/v1/rooms?game=tictactoe"]);
});
test("what is not an address is refused at once, with an example", () => {
  const guest = { username: "Ann", game: "checkers" } as const;
  expect(() => createGame({ server: "games.test", guest })).toThrow('"games.test" is not the address of a server');
  expect(() => createGame({ server: "http://games.test", token: "abc" })).toThrow("this is not a session token");
});

/** A server whose sockets accept every request, but reactions after the first. */
class LobbyServer implements ServerAccess {
  readonly url = "https://games.test";
  readonly sent: [event: string, payload: unknown][] = [];
  readonly #listeners = new Map<string, Set<(...args: never[]) => void>>();
  readonly fetch = (): Promise<Response> => Promise.reject(new Error("nothing is fetched"));

  socket(): WireSocket {
    const { sent } = this;
    const listeners = (event: string) => this.#listeners.get(event) ?? this.#listeners.set(event, new Set()).get(event);
    const socket: WireSocket = {
      connected: true,
      active: true,
      connect: () => this.tell("connect"),
      disconnect: () => sent.push(["disconnect", null]),
      on: (event, listener) => listeners(event)?.add(listener),
      once: (event, listener) => listeners(event)?.add(listener),
      off: (event, listener) => listeners(event)?.delete(listener),
      onAny: () => {},
      emit: (event, payload, answer) => {
        const again = event === "game:react" && sent.some(([known]) => known === event);
        sent.push([event, payload]);
        (answer as (answer: object) => void)(again ? { ok: false, code: "rate_limited", error: "too many reactions" } : { ok: true });
      },
    };
    return socket;
  }

  /** Tells the listeners of an event. */
  tell(event: string, ...payload: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...(payload as never[]));
  }
}

test("the lobby is followed with every connection until it is stopped", () => {
  const server = new LobbyServer();
  const heard: (LobbyList | null)[] = [];
  const list: LobbyList = { playersOnline: 2, gamesRunning: 1, seeks: [] };
  const stop = followLobby(server, "checkers", (lobby) => heard.push(lobby));
  server.tell("lobby:state", list);
  server.tell("disconnect");
  server.tell("connect");
  server.tell("lobby:state", list);
  stop();
  server.tell("lobby:state", list);
  server.tell("disconnect");
  expect(heard).toEqual([list, null, list]);
  expect(server.sent.map(([event]) => event)).toEqual(["lobby:follow", "lobby:follow", "disconnect"]);
});
test("a reaction is sent for the own seat, and a refusal rejects", async () => {
  const server = new LobbyServer();
  const game = {
    socket: server.socket(),
    state: { ...createGame({ server, guest: { username: "Ann", game: "checkers" } }).state, roomId: "room", playerId: "ann" },
  };
  await react(game, "good_luck");
  expect(server.sent).toEqual([["game:react", { roomId: "room", playerId: "ann", reaction: "good_luck" }]]);
  await expect(react(game, "hello")).rejects.toThrow(ParlourError);
});
