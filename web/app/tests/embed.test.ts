// Games inside pages of others: a frame, a script tag, and the app on a sub-path.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATIENCE_MS, Person, startBrowser } from "./browser.js";
import { Server } from "./server.js";

let server: Server;
let browser: Browser;
let host: HttpServer;
let page = "";
beforeAll(async () => {
  server = await Server.start("", "/games");
  browser = await startBrowser();
  host = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(page));
  await new Promise<void>((ready) => host.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  host?.close();
  await browser?.close();
  await server?.stop();
});

/** A token for a game against the computer. */
async function token(game: string): Promise<string> {
  const body = JSON.stringify({ game, matchType: "bot", displayName: "Ann", botDifficulty: "easy" });
  const response = await fetch(`${server.address}v1/guest/sessions`, { method: "POST", headers: { "content-type": "application/json" }, body });
  return ((await response.json()) as { sessionToken: string }).sessionToken;
}

/** A page of another site with this body; every message that reaches it is kept. */
async function strangerPage(body: string): Promise<Page> {
  page = `<!doctype html><html lang="en"><title>Other site</title><body><script>
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
    for (const type of ["ready", "move", "over", "error"]) addEventListener("parlour:" + type, ({ detail }) => heard.push({ type, ...detail }));
  </script>${body}</body></html>`;
  const opened = await (await browser.newContext({ locale: "en" })).newPage();
  opened.setDefaultTimeout(PATIENCE_MS);
  await opened.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  return opened;
}

/** Waits for a message of this type. */
async function hears(opened: Page, type: string): Promise<Record<string, unknown>> {
  const found = await opened.waitForFunction((type) => {
    const { heard } = window as unknown as { heard: { type: string }[] };
    return heard.find((message) => message.type === type);
  }, type);
  return (await found.jsonValue()) as unknown as Record<string, unknown>;
}

test.each([
  ["plain", ""],
  ["sandboxed", 'sandbox="allow-scripts"'],
])("a %s frame plays its game and tells the page around it", async (_name, sandbox) => {
  const address = `${server.address}embed#t=${await token("tictactoe")}&theme=dark&lang=nl`;
  const opened = await strangerPage(`<iframe ${sandbox} title="Game" width="400" height="700" src="${address}"></iframe>`);
  expect(await hears(opened, "ready")).toMatchObject({ source: "parlour", game: "tictactoe" });
  const frame = opened.frameLocator("iframe");
  await frame.getByText("Jij bent aan zet").waitFor();
  await frame.locator('[role=gridcell][data-square="4"]').click();
  expect(await hears(opened, "move")).toMatchObject({ ply: 1, move: 4 });
  expect(await hears(opened, "resize")).toMatchObject({ source: "parlour" });
  await opened.context().close();
});

test("a frame with a wrong token says so, inside and outside", async () => {
  const opened = await strangerPage(`<iframe title="Game" src="${server.address}embed#t=nonsense"></iframe>`);
  expect(await hears(opened, "error")).toMatchObject({ code: "token_invalid" });
  await opened.frameLocator("iframe").getByText("not a session token").waitFor();
  await opened.context().close();
});

test("one script tag makes a connected board", async () => {
  const board = `<tictactoe-board token="${await token("tictactoe")}"></tictactoe-board>`;
  const opened = await strangerPage(`${board}<script src="${server.address}embed.js" async></script>`);
  await hears(opened, "ready");
  await opened.locator('[role=gridcell][data-square="0"]').click();
  expect(await hears(opened, "move")).toMatchObject({ ply: 1, move: 0 });
  await opened.context().close();
});

test("the whole app works below a path", async () => {
  const person = await Person.come(browser, server.address);
  await person.choose("tictactoe");
  await person.press("Two players, one screen");
  await person.hears("X to move");
  await person.tap(4);
  await person.hears("O to move");
  expect(person.page.url()).toBe(`${server.address}game`);
  await person.page.reload();
  await person.hears("O to move");
  await person.leave();
});
