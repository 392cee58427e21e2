// Accepting a game of the lobby: a session for the same game, and the seat opposite the player who waits.
import { ConnectionError, type Seek } from "@parlour/sdk";
import { closeGame, type ServerGame, serverGameOf } from "../play/live-game.js";
import { keyOf } from "../play/seat.js";

/** How long the server may take to begin the game. */
const LONGEST_BEGINNING_MS = 20_000;

/** Begins the game; rejects if it waits no longer. */
export async function acceptSeek({ game, seekId, timeControl, variant }: Seek): Promise<void> {
  const { beginGuestSession, enter, leaveQueue, ownName, seatOf } = await import("../pages.js");
  leaveQueue();
  const seat = seatOf("stranger", await beginGuestSession({ game, variant, matchType: "matchmaking", displayName: ownName(), timeControl }));
  const live = serverGameOf(seat, { seekId });
  try {
    await begun(live);
  } catch (error) {
    closeGame(keyOf(seat));
    throw error;
  }
  enter(seat);
}

function begun(live: ServerGame): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      stop();
      settle();
    };
    const look = (): void => {
      const { connection, error, roomId } = live.get();
      if (roomId !== null) done(resolve);
      else if (connection === "failed") done(() => reject(error));
    };
    const stop = live.subscribe(look);
    const timer = setTimeout(() => done(() => reject(new ConnectionError("unreachable", "the server does not answer"))), LONGEST_BEGINNING_MS);
    look();
  });
}
