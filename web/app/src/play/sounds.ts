// Chooses and plays the sound of each change of a game.
import type { GameState } from "@parlour/sdk";
import { useEffect, useRef } from "preact/hooks";
import { gameNamed } from "../games.js";
import { settings } from "../settings.js";
import type { Sound } from "./sound.js";

/** Plays the sounds of a game while it is on the screen. */
export function useSounds(state: GameState): void {
  const before = useRef(state);
  useEffect(() => {
    const sound = soundOf(before.current, state);
    before.current = state;
    if (sound) playSound(sound);
  }, [state]);
}

/** Plays a sound, unless the player has switched them off. */
export function playSound(sound: Sound): void {
  if (settings.get().sound !== "on") return;
  import("../pages.js").then(
    ({ play }) => play(sound),
    () => {},
  );
}

/** The sound for the change between two states of one game; `null` if nothing was played between them. */
export function soundOf(before: GameState, now: GameState): Sound | null {
  if (before.roomId !== now.roomId || before === now) return null;
  if (now.result && !before.result) return "end";
  if (now.afk && !before.afk) return "warning";
  if (now.history.length !== before.history.length + 1) return null;
  return gameNamed(now.game).sound(before, now);
}
