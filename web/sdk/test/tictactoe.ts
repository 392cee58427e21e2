// A tic-tac-toe server for each test, and the games that the test opens on it; both are closed after the test.
import { afterEach } from "vitest";
import { type ConnectOptions, connect, type GameOf, type RoomState } from "../src/index.js";
import type { Script } from "../src/testing/index.js";
import { type Harness, harness, until } from "./harness.js";

/** A game of tic-tac-toe. */
export type Board = GameOf<"tictactoe">;

/** The server of the current test. */
export let server: Harness<"tictactoe">;

const opened: { close(): void }[] = [];

afterEach(async () => {
  for (const game of opened.splice(0)) game.close();
  await server.close();
});

/** Starts the server of the current test. */
export async function serve(script: Omit<Script<"tictactoe">, "game"> = {}): Promise<void> {
  server = await harness({ game: "tictactoe", ...script });
}

/** Closes a game after the test. */
export function closeAfterTest<G extends { close(): void }>(game: G): G {
  opened.push(game);
  return game;
}

/** Connects as a guest, unless the options say otherwise. */
export async function start(options: Partial<ConnectOptions<"tictactoe">> = {}): Promise<Board> {
  const guest = { username: "Ann", game: "tictactoe" };
  return closeAfterTest(await connect({ server: server.url, guest, storage: null, ...options } as ConnectOptions<"tictactoe">));
}

/** The names of the requests that the server has received, oldest first. */
export function requests(): string[] {
  return server.room.received.map(({ event }) => event);
}

/** Waits until the game is online. */
export function online(game: Board): Promise<RoomState<"tictactoe">> {
  return until<"tictactoe">(game, ({ connection }) => connection === "online");
}

/** Waits until the game is no longer online. */
export function disconnected(game: Board): Promise<RoomState<"tictactoe">> {
  return until<"tictactoe">(game, ({ connection }) => connection !== "online");
}
