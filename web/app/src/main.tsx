// Starts the app.
import { render } from "preact";
import { App } from "./app.js";
import { addressOf } from "./address.js";
import { startAppearance } from "./appearance.js";
import { startRouter } from "./router.js";
import "./styles/index.css";

void start();

async function start(): Promise<void> {
  startRouter();
  await startAppearance();
  const place = document.getElementById("app");
  if (place) render(<App />, place);
  if ("serviceWorker" in navigator) await startWorker().catch(() => {});
}

/** Keeps the app for days without a network; without the worker it works all the same. */
async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(addressOf("service-worker.js"));
  const { active } = await serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}
