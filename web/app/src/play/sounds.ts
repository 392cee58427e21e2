// Chooses and plays the sound of each change of a game.
import type { GameState, Result } from "@parlour/sdk";
import { useEffect, useRef } from "preact/hooks";
import { gameNamed } from "../games.js";
import { settings } from "../settings.js";
import type { Sound } from "./sound.js";

/** Plays the sounds of a game while it is on the screen; `shared` if both sides are played on it. */
export function useSounds(state: GameState, shared: boolean): void {
  const before = useRef<GameState | null>(null);
  useEffect(() => {
    const sound = soundOf(before.current, state, shared);
    before.current = state;
    if (sound) playSound(sound);
  }, [state]);
}

/** Plays a sound, unless the player has switched them off. */
export function playSound(sound: Sound): void {
  if (settings.get().sound !== "on") return;
  import("./sound.js").then(
    ({ play }) => play(sound),
    () => {},
  );
}

/** The sound for the change between two states, `null` before the first one; `null` if there is nothing to hear. */
export function soundOf(before: GameState | null, now: GameState, shared = false): Sound | null {
  if (before === now) return null;
  if (before?.roomId !== now.roomId) return now.phase === "playing" && now.seat !== null && now.history.length === 0 ? "start" : null;
  if (now.result && !before.result) return soundOfEnd(now.result, shared);
  if (now.afk && !before.afk) return "warning";
  if (now.history.length !== before.history.length + 1) return null;
  return gameNamed(now.game).sound(before, now);
}

/** Who watches, or plays both sides, hears who won as a win. */
function soundOfEnd({ outcome, winner }: Result, shared: boolean): Sound {
  if (winner === null) return "draw";
  return outcome === "lost" && !shared ? "loss" : "win";
}
