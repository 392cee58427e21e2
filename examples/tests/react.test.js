// The React app: a whole game of draughts, with everything around the board.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { preview } from "vite";
import { Club } from "./club.js";
import { Visitor } from "./visitor.js";

let app;
let club;
before(async () => {
  club = await Club.open();
  process.env.BACKEND_URL = club.backend.address;
  const root = fileURLToPath(new URL("../react/", import.meta.url));
  app = await preview({ root, logLevel: "error", preview: { host: "127.0.0.1", port: 0 } });
});
after(async () => {
  await app?.close();
  await club?.close();
});

test("a whole game is played, its moves are listed, and another can follow", async () => {
  const ann = await Visitor.come(club.browser, app.resolvedUrls.local[0]);
  await ann.page.getByText("Play the computer").click();
  await ann.reads("Connected");
  await ann.playDraughts();
  const dialog = ann.page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /You won|You lost|draw/i }).waitFor();
  assert.ok((await ann.page.locator(".parlour-moves li").count()) > 5);
  await dialog.getByText("Another opponent").click();
  await ann.page.getByText("Play the computer").click();
  await ann.playDraughts(ann.page, 1);
  await ann.page.getByText("Resign").click();
  await ann.page.getByRole("dialog", { name: "You lost" }).waitFor();
  await ann.leave();
});
