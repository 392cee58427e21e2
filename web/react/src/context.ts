// The context of the provider.
import type { GameName, GameOf, GameState } from "@parlour/sdk";
import { createContext, useContext } from "react";
import type { Messages } from "./messages.js";

/** The value of the context. */
export interface Provided {
  readonly game: GameOf<GameName>;
  /** The state for server rendering. */
  readonly initial: GameState;
  readonly messages: Messages;
}

export const ProviderContext = createContext<Provided | null>(null);

/** The value of the provider; throws without one. */
export function useProvided(): Provided {
  const provided = useContext(ProviderContext);
  if (!provided) throw new Error("this component needs a <GameProvider> above it");
  return provided;
}
