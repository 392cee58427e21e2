// A game by its address: the session token of a `playUrl` is after `#`, where no server sees it.
import { type MatchType, readToken } from "@parlour/sdk";
import { addressOf } from "../address.js";
import { route } from "../router.js";
import { type Opponent, type Seat, saveSeat } from "./seat.js";

const OPPONENTS: Record<MatchType, Opponent> = { bot: "computer", private: "friend", matchmaking: "stranger" };

/** Takes the seat of the token in the address, and removes the token from the address. */
export function takeSeat(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  if (token === null || route.get().screen !== "game") return;
  history.replaceState(null, "", addressOf("game"));
  try {
    saveSeat(seatOfToken(token));
  } catch {
    route.set({ screen: "missing" }); // the address was cut off
  }
}

function seatOfToken(token: string): Seat {
  const { game, matchType, variant } = readToken(token);
  return { opponent: OPPONENTS[matchType], game, variant, tokens: [token], local: null, roomId: null, roomCode: null, host: null, level: null, over: false };
}
