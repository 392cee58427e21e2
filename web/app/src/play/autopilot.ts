// Computer against computer: the engine of the server plays this side too, by the game so far.
import { analyse, followGame } from "../study.js";
import type { Table } from "./table.js";
import { gameText } from "./words.js";

/** How long a position stays on the board before the answer, so that people can follow. */
const PAUSE_MS = 900;

/** Plays this side of the table until it is told to stop. */
export function startAutopilot(table: Table): () => void {
  let busyWith = "";
  let stopped = false;
  const look = (): void => {
    const { history, layout, phase, roomId, yourTurn } = table.get();
    const moment = `${roomId}/${history.length}`;
    if (stopped || phase !== "playing" || !yourTurn || !layout || moment === busyWith) return;
    busyWith = moment;
    setTimeout(() => void play().catch(() => again(moment)), PAUSE_MS);
  };
  /** Busy engines are asked again; if the player has moved by hand meanwhile, there is nothing to ask. */
  const again = (moment: string): void => {
    setTimeout(() => {
      if (busyWith === moment) busyWith = "";
      look();
    }, PAUSE_MS * 3);
  };
  const play = async (): Promise<void> => {
    const variant = table.get().variant ?? "";
    const { lines } = await analyse(variant, await positionOf(table, variant));
    const move = lines[0]?.moves[0];
    if (move && !stopped) await table.move(move);
  };
  const leave = table.subscribe(look);
  look();
  return () => {
    stopped = true;
    leave();
  };
}

/** The position of the moment in notation; `undefined` is the start. */
async function positionOf(table: Table, variant: string): Promise<string | undefined> {
  const state = table.get();
  return state.history.length === 0 ? undefined : (await followGame(gameText(state), variant)).plies.at(-1)?.position;
}
