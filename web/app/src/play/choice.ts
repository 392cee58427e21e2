// What the player likes to play; remembered.
import type { GameName } from "@parlour/sdk";
import { firstGame, isGame } from "../games.js";
import { Value } from "../observable.js";
import { keep, recall } from "../storage.js";

/** The game and, where there is a choice, the variant. */
export interface Preference {
  readonly game: GameName;
  readonly variant: string;
}

const kept = recall<Partial<Preference>>("choice");

/** The preference of the moment. */
export const preference = new Value<Preference>({
  game: isGame(kept?.game) ? kept.game : firstGame.name,
  variant: typeof kept?.variant === "string" ? kept.variant : firstGame.variant,
});

/** Prefers something else from now on. */
export function prefer(changes: Partial<Preference>): void {
  preference.set({ ...preference.get(), ...changes });
  keep("choice", preference.get());
}
