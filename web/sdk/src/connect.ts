// The functions that create and connect games.
import { Game } from "./game.js";
import type { ConnectOptions, ServerOptions, Watched } from "./options.js";
import type { GameName } from "./types.js";

/** A game of one kind; a union of games if the kind is only known at run time. */
export type GameOf<G extends GameName> = G extends GameName ? Game<G> : never;

/** Creates a game without connecting; call `open` to connect. */
export function createGame<G extends GameName = GameName>(options: ConnectOptions<G>): GameOf<G> {
  return new Game<G>(options) as GameOf<G>;
}

/** Connects, joins, and resolves when the game has started; `signal` aborts. */
export async function connect<G extends GameName = GameName>(options: ConnectOptions<G>, { signal }: { signal?: AbortSignal } = {}): Promise<GameOf<G>> {
  const game = createGame(options);
  const abort = () => game.close();
  if (!signal?.aborted) game.open();
  signal?.addEventListener("abort", abort);
  try {
    signal?.throwIfAborted();
    await game.started();
  } catch (error) {
    game.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
  return game;
}

/** Watches a running game. */
export function watch<G extends GameName>(options: ServerOptions & Watched<G>): Promise<GameOf<G>> {
  const { game, roomId, username, ...server } = options;
  return connect<G>({ ...server, watch: { game, roomId, ...(username !== undefined && { username }) } });
}
