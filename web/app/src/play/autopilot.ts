// Computer against computer: the engine of the server plays this side too, by the game so far.
import { analyse, followGame } from "../study.js";
import { fetchPdn } from "../server.js";
import type { Table } from "./table.js";

/** How long a position stays on the board before the answer, so that people can follow. */
const PAUSE_MS = 900;

/** Plays this side of the table until it is told to stop. */
export function startAutopilot(table: Table, token: string): () => void {
  let busyWith = "";
  let stopped = false;
  const look = (): void => {
    const { history, phase, roomId, variant, yourTurn } = table.get();
    const moment = `${roomId}/${history.length}`;
    if (stopped || phase !== "playing" || !yourTurn || moment === busyWith) return;
    busyWith = moment;
    setTimeout(() => void play(roomId ?? "", variant ?? "").catch(() => again(moment)), PAUSE_MS);
  };
  /** A refusal for want of time is asked again; the player's own move makes it moot. */
  const again = (moment: string): void => {
    setTimeout(() => {
      if (busyWith === moment) busyWith = "";
      look();
    }, PAUSE_MS * 3);
  };
  const play = async (roomId: string, variant: string): Promise<void> => {
    const study = await followGame(await fetchPdn(roomId, token), variant);
    const position = study.plies.at(-1)?.position ?? study.start;
    const move = (await analyse(variant, position)).lines[0]?.moves[0];
    if (move && !stopped) await table.move(move);
  };
  const leave = table.subscribe(look);
  look();
  return () => {
    stopped = true;
    leave();
  };
}
