// The ways into a game.
import { Game } from "./game.js";
import type { ConnectOptions, ServerOptions, Watched } from "./options.js";
import type { GameName } from "./types.js";

/** A game of one kind; a union of games when the kind is only known at run time. */
export type GameOf<G extends GameName> = G extends GameName ? Game<G> : never;

/** Makes a game without connecting yet; `open` it when the page is ready. */
export function createGame<G extends GameName = GameName>(options: ConnectOptions<G>): GameOf<G> {
  return new Game<G>(options) as GameOf<G>;
}

/** Connects, joins, waits for an opponent if need be, and gives the game when it has started; `signal` gives up. */
export async function connect<G extends GameName = GameName>(options: ConnectOptions<G>, { signal }: { signal?: AbortSignal } = {}): Promise<GameOf<G>> {
  const game = createGame(options);
  const giveUp = () => game.close();
  if (!signal?.aborted) game.open();
  signal?.addEventListener("abort", giveUp);
  try {
    signal?.throwIfAborted();
    await game.started();
  } catch (error) {
    game.close();
    throw error;
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
  return game;
}

/** Watches a running game. */
export function watch<G extends GameName>(options: ServerOptions & Watched<G>): Promise<GameOf<G>> {
  const { game, roomId, username, ...server } = options;
  return connect<G>({ ...server, watch: { game, roomId, ...(username !== undefined && { username }) } });
}
