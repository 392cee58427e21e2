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
  variant: typeof saved?.variant === "string" ? saved.variant : usualVariant(globalThis.navigator?.languages ?? []),
  time: isTimePreset(saved?.time) ? saved.time : "none",
});

/** The variant of the first game that is usual where the first of these languages is spoken. */
export function usualVariant([first = ""]: readonly string[]): string {
  const { localVariants = {}, variant } = firstGame;
  const tag = Object.keys(localVariants).find((start) => first.toLowerCase().startsWith(start));
  return (tag && localVariants[tag]) ?? variant;
}

/** Changes the preference and saves it. */
export function prefer(changes: Partial<Preference>): void {
  preference.set({ ...preference.get(), ...changes });
  save("choice", preference.get());
}
