// The game as hooks; each one renders again only when what it gives has changed.
import type { Connection, Countdown, GameName, GameOf, GameState, SessionClaims, WireSocket } from "@parlour/sdk";
import { useSyncExternalStore } from "react";
import { useProvided } from "./context.js";

/** The game itself: `move`, `resign`, `offerDraw`, `rematch`, `on`. Never renders again by itself. */
export function useGame<G extends GameName = GameName>(): GameOf<G> {
  return useProvided().game as GameOf<G>;
}

/** The state, told apart by `state.game`. */
export function useGameState(): GameState;
/** A part of the state; give a primitive or an object of the state itself, not a new one. */
export function useGameState<T>(select: (state: GameState) => T): T;
export function useGameState<T>(select?: (state: GameState) => T): T | GameState {
  const { game, initial } = useProvided();
  const pick = (state: GameState) => (select ? select(state) : state);
  return useSyncExternalStore(
    game.subscribe,
    () => pick(game.state),
    () => pick(initial),
  );
}

/** The connection, to show or to wait for. */
export function useConnection(): Connection {
  return useGameState(({ connection }) => connection);
}

/** The warning for not moving, counted down each second; `null` without one. */
export function useAfk(): Countdown | null {
  return useGameState(({ afk }) => afk);
}

/** The raw socket, for events of your own. */
export function useSocket(): WireSocket {
  return useProvided().game.socket;
}

/** What the session token says; a guest has no session and no players in it. */
export interface SessionInfo extends Partial<SessionClaims> {
  readonly sessionId: string | null;
  readonly players: SessionClaims["players"];
}

/** The session of the token. */
export function useSession(): SessionInfo {
  // A token function has its token at the first connection.
  useConnection();
  const claims = useProvided().game.session;
  return { ...claims, sessionId: claims?.sid ?? null, players: claims?.players ?? [] };
}
