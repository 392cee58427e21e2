// Starts the app.
import "./part.js";
import { render } from "preact";
import { addressOf } from "./address.js";
import { App } from "./app.js";
import { startAppearance } from "./appearance.js";
import { startRouter } from "./router.js";
import "./styles/index.css";

void start();

async function start(): Promise<void> {
  startRouter();
  await startAppearance();
  const place = document.getElementById("app");
  // What the page says until the app is there has done its work.
  place?.replaceChildren();
  if (place) render(<App />, place);
  forgetReloads();
  if ("serviceWorker" in navigator) await startWorker().catch(() => {});
}

/** The app is there: the next failure is the first one again, see boot.ts. */
function forgetReloads(): void {
  try {
    sessionStorage.removeItem("parlour-reloads");
  } catch {
    // Nothing can be kept here.
  }
}

/** Keeps the app for days without a network; without the worker it works all the same. */
async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(addressOf("service-worker.js"));
  const { active } = await serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
