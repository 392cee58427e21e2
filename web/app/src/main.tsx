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
  if ("serviceWorker" in navigator && isSecureContext) {
    // Without it the app works all the same, only not offline.
    await navigator.serviceWorker.register(addressOf("service-worker.js")).catch(() => {});
  }
}
