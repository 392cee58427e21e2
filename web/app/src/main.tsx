// Starts the app.
import "./part.js";
import { render } from "preact";
import { addressOf } from "./address.js";
import { App } from "./app.js";
import { startAppearance } from "./appearance.js";
import { followOtherWindows, seats } from "./play/seat.js";
import { startRouter } from "./router.js";
import "./styles/index.css";

void start();

async function start(): Promise<void> {
  startRouter();
  followOtherWindows();
  addEventListener("hashchange", arrive);
  await arrive();
  await startAppearance();
  const place = document.getElementById("app");
  place?.replaceChildren();
  if (place) render(<App />, place);
  resetReloads();
  if (seats.get().length > 0) void import("./visits.js").then(({ startBackgroundGames }) => startBackgroundGames()).catch(() => {});
  if ("serviceWorker" in navigator) await startWorker().catch(() => {});
}

/** Takes the seat of a session token in the address. */
async function arrive(): Promise<void> {
  if (location.hash.startsWith("#t=")) (await import("./play/arrival.js")).takeSeat();
}

/** Resets the reload counter of boot.ts. */
function resetReloads(): void {
  try {
    sessionStorage.removeItem("parlour-reloads");
  } catch {
    // The storage is blocked.
  }
}

/** Starts the service worker and sends it the files that the page has loaded already. */
async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(addressOf("service-worker.js"));
  const { active } = await serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
