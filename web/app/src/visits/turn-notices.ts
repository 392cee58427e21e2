// Notifications of the browser when it is the player's turn in a game that is not on the screen.
import type { GameState } from "@parlour/sdk";
import { addressOf } from "../address.js";
import { translate } from "../language/language.js";
import { nameOf, variantName } from "../play/words.js";
import { gamePath, go } from "../router.js";
import { settings } from "../settings.js";

/** The number of moves of each game when its player was notified last. */
const told = new Map<string, number>();

/** Notifies once for each turn, if the player wants that and does not look at the game. */
export function noticeTurn(state: GameState, isSeen: boolean): void {
  const { history, phase, roomId, seat, yourTurn } = state;
  if (phase !== "playing" || !yourTurn || roomId === null || seat === null || told.get(roomId) === history.length) return;
  told.set(roomId, history.length);
  if (settings.get().notify === "on" && !isSeen) void show(state, roomId).catch(() => {});
}

async function show(state: GameState, roomId: string): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const name = nameOf(state, 1 - (state.seat ?? 0));
  const title = state.history.length > 0 ? translate("turnNotice", { name }) : name;
  const options = { body: `${variantName(state.game, state.variant ?? "")}. ${translate("yourTurn")}`, tag: roomId, icon: addressOf("icon.svg") };
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      focus();
      go(gamePath(roomId));
      notice.close();
    };
  } catch {
    // Phones let only the service worker notify.
    await (await navigator.serviceWorker.ready).showNotification(title, options);
  }
}
