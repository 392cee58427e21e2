// The games on the server that go on while another screen is shown: they stay connected, their seats are kept up to date, their
// results are remembered, and the player is notified of their turns.
import { openGames, type ServerGame, serverGameOf } from "../play/live-game.js";
import { keyOf, type Seat, seats, updateSeat } from "../play/seat.js";
import { route } from "../router.js";
import { rememberGame } from "./played-games.js";
import { noticeTurn } from "./turn-notices.js";

/** The games of this window, so that it connects to them again when it is loaded again: a player who does not come back loses. */
const NAME = "parlour-open-games";

let isStarted = false;

/** Starts once. Other windows keep the games that they are connected to. */
export function startBackgroundGames(): void {
  if (isStarted) return;
  isStarted = true;
  const before = savedKeys();
  for (const seat of seats.get()) if (!seat.over && seat.local === null && before.includes(keyOf(seat))) serverGameOf(seat);
  let stops: readonly (() => void)[] = [];
  const follow = (): void => {
    stops.forEach((stop) => stop());
    stops = [...openGames.get()].map(([key, live]) => {
      look(key, live);
      return live.subscribe(() => look(key, live));
    });
    saveKeys([...openGames.get().keys()]);
  };
  follow();
  openGames.subscribe(follow);
}

function look(key: string, live: ServerGame): void {
  const state = live.get();
  const { phase, roomId } = state;
  const seat = seats.get().find((known) => keyOf(known) === key);
  const over = phase === "over";
  const onScreen = seat !== undefined && isShown(seat);
  // The screen of a game saves its seat itself, together with its new address.
  if (seat && !onScreen && roomId !== null && (seat.roomId !== roomId || seat.over !== over)) updateSeat({ ...seat, roomId, over });
  if (over) rememberGame(state);
  noticeTurn(state, onScreen && document.visibilityState === "visible");
}

/** Whether the game of a seat is on the screen. */
function isShown(seat: Seat): boolean {
  const now = route.get();
  if (now.screen !== "game") return false;
  return now.roomId === undefined ? seats.get()[0] === seat : now.roomId === seat.roomId;
}

function savedKeys(): readonly unknown[] {
  try {
    const keys: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

function saveKeys(keys: readonly string[]): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(keys));
  } catch {
    // The storage is blocked.
  }
}
