// The game that a provider hands down.
import type { GameName, GameOf, GameState } from "@parlour/sdk";
import { createContext, useContext } from "react";
import type { Messages } from "./messages.js";

/** What a provider hands down. */
export interface Provided {
  readonly game: GameOf<GameName>;
  /** The state that the server rendered. */
  readonly initial: GameState;
  readonly messages: Messages;
}

export const ProviderContext = createContext<Provided | null>(null);

/** The provider above; a component that needs one says so. */
export function useProvided(): Provided {
  const provided = useContext(ProviderContext);
  if (!provided) throw new Error("this component needs a <GameProvider> above it");
  return provided;
}
