// The plain pages: a board by script tag, and a whole game in a frame.
import { after, before, test } from "node:test";
import { Server } from "../../tests/e2e/server.js";
import { Program } from "./program.js";
import { startBrowser, Visitor } from "./visitor.js";

let browser;
let pages;
let server;
before(async () => {
  server = await Server.start({}, { dev: true });
  pages = await Program.start("plain-html", "server.js", { GAMES_URL: server.url });
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await pages?.stop();
  await server?.stop();
});

test("a board by script tag plays two games, one after the other", async () => {
  const ann = await Visitor.come(browser, pages.address);
  await ann.reads("Your move");
  await ann.playTicTacToe();
  await ann.reads(/You won|You lost|A draw/);
  await ann.page.getByText("New game").click();
  await ann.reads("Your move");
  await ann.playTicTacToe();
  await ann.reads(/You won|You lost|A draw/);
  await ann.leave();
});

test("a game in a frame tells the page around it of its moves and its end", async () => {
  const ann = await Visitor.come(browser, `${pages.address}/frame.html`);
  await ann.reads("The game is on");
  const frame = ann.page.frameLocator("iframe");
  await ann.playDraughts(frame, 3);
  await ann.reads("Move 6");
  await frame.getByRole("button", { name: "Resign" }).click();
  await frame.locator("dialog .danger").click();
  await ann.reads("The end: lost (resignation)");
  await ann.leave();
});
