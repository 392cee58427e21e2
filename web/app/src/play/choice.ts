// The game and the variant that the player prefers, saved in the browser.
import type { GameName } from "@parlour/sdk";
import { firstGame, isGame } from "../games.js";
import { Value } from "../observable.js";
import { load, save } from "../storage.js";
import { isTimePreset, type TimePreset } from "./time-presets.js";

/** The game and, where there is a choice, the variant. */
export interface Preference {
  readonly game: GameName;
  readonly variant: string;
  /** The clock for games with others. */
  readonly time: TimePreset;
}

const saved = load<Partial<Preference>>("choice");

/** The current preference. */
export const preference = new Value<Preference>({
  game: isGame(saved?.game) ? saved.game : firstGame.name,
  variant: typeof saved?.variant === "string" ? saved.variant : firstGame.variant,
  time: isTimePreset(saved?.time) ? saved.time : "none",
});

/** Changes the preference and saves it. */
export function prefer(changes: Partial<Preference>): void {
  preference.set({ ...preference.get(), ...changes });
  save("choice", preference.get());
}
