// Computer against computer: plays this side with the moves of the server's analysis.
import { analyse, replayGame } from "../replay.js";
import type { LiveGame } from "./live-game.js";
import { gameText } from "./words.js";

/** How long a position is shown before the next move, so that people can follow. */
const PAUSE_MS = 900;

/** Plays this side of the game; the returned function stops it. */
export function startAutopilot(live: LiveGame): () => void {
  let busyWith = "";
  let stopped = false;
  const look = (): void => {
    const { history, layout, phase, roomId, yourTurn } = live.get();
    const moment = `${roomId}/${history.length}`;
    if (stopped || phase !== "playing" || !yourTurn || !layout || moment === busyWith) return;
    busyWith = moment;
    setTimeout(() => void play().catch(() => retry(moment)), PAUSE_MS);
  };
  /** Retries after a failed analysis, unless the player has moved by hand. */
  const retry = (moment: string): void => {
    setTimeout(() => {
      if (busyWith === moment) busyWith = "";
      look();
    }, PAUSE_MS * 3);
  };
  const play = async (): Promise<void> => {
    const variant = live.get().variant ?? "";
    const { lines } = await analyse(variant, await positionOf(live, variant));
    const move = lines[0]?.moves[0];
    if (move && !stopped) await live.move(move);
  };
  const unsubscribe = live.subscribe(look);
  look();
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/** The current position in notation; `undefined` is the start. */
async function positionOf(live: LiveGame, variant: string): Promise<string | undefined> {
  const state = live.get();
  return state.history.length === 0 ? undefined : (await replayGame(gameText(state), variant)).plies.at(-1)?.position;
}
