// The hooks; each causes a render only when its value changes.
import type { Connection, Countdown, GameName, GameOf, GameState, SessionClaims, WireSocket } from "@parlour/sdk";
import { useSyncExternalStore } from "react";
import { useProvided } from "./context.js";

/** The game itself: `move`, `resign`, `offerDraw`, `rematch`, `on`. Never causes a render. */
export function useGame<G extends GameName = GameName>(): GameOf<G> {
  return useProvided().game as GameOf<G>;
}

/** The state; `state.game` narrows its type. */
export function useGameState(): GameState;
/** A part of the state; `select` must return a primitive or an object of the state itself, not a new one. */
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

/** The state of the connection. */
export function useConnection(): Connection {
  return useGameState(({ connection }) => connection);
}

/** The warning for not moving, updated each second; `null` without one. */
export function useAfk(): Countdown | null {
  return useGameState(({ afk }) => afk);
}

/** The raw socket, for events of your own. */
export function useSocket(): WireSocket {
  return useProvided().game.socket;
}

/** The claims of the session token; a guest has no session and no players in it. */
export interface SessionInfo extends Partial<SessionClaims> {
  readonly sessionId: string | null;
  readonly players: SessionClaims["players"];
}

/** The session of the token. */
export function useSession(): SessionInfo {
  // A token function returns its token at the first connection; this renders again then.
  useConnection();
  const claims = useProvided().game.session;
  return { ...claims, sessionId: claims?.sid ?? null, players: claims?.players ?? [] };
}
