// The lobby: variants and public games over HTTP.
import { expect, test } from "vitest";
import { createGame, roomPage, rooms, variants } from "../src/index.js";
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
