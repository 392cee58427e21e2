// A game by its address: the session token of a `playUrl` is after `#`, where no server sees it.
import { addressOf } from "../address.js";
import { route } from "../router.js";
import { saveSeat, seatOfToken } from "./seat.js";

/** Takes the seat of the token in the address, now and whenever another one is entered, and removes the token from the address. */
export function startArrivals(): void {
  addEventListener("hashchange", takeSeat);
  takeSeat();
}

function takeSeat(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("t");
  if (token === null || route.get().screen !== "game") return;
  history.replaceState(null, "", addressOf("game"));
  try {
    saveSeat(seatOfToken(token));
  } catch {
    route.set({ screen: "missing" }); // the address was cut off
  }
}
