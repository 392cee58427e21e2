// Games on other sites: a frame, a script tag, and the app on a sub-path.
import { readFileSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TIMEOUT_MS } from "../../tests/chromium.js";
import { testApp } from "./app.js";
import { hasModule } from "./steps.js";

const app = testApp("", "/games");
let host: HttpServer;
let page = "";
beforeAll(async () => {
  host = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(page));
  await new Promise<void>((ready) => host.listen(0, "127.0.0.1", ready));
});
afterAll(() => void host?.close());

/** A session for a game against the computer. */
async function session(game: string): Promise<{ sessionToken: string; playUrl: string; embedUrl: string }> {
  const body = JSON.stringify({ game, matchType: "bot", displayName: "Ann", botDifficulty: "easy" });
  const response = await fetch(`${app.server.address}v1/guest/sessions`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { embedUrl, playUrl, sessionToken } = (await response.json()) as Record<"embedUrl" | "playUrl" | "sessionToken", string>;
  // The public URL of the test server has no port, because it is known only after the start.
  const withPort = (address: string): string => address.replace("http://127.0.0.1/", new URL("/", app.server.address).href);
  return { sessionToken, playUrl: withPort(playUrl), embedUrl: withPort(embedUrl) };
}

/** A token for a game against the computer. */
async function token(game: string): Promise<string> {
  return (await session(game)).sessionToken;
}

/** A page of another site with this body; it records every message that it receives. */
async function hostPage(body: string): Promise<Page> {
  page = `<!doctype html><html lang="en"><title>Other site</title><body><script>
    window.received = [];
    addEventListener("message", ({ data }) => received.push(data));
    for (const type of ["ready", "move", "over", "error"]) addEventListener("parlour:" + type, ({ detail }) => received.push({ type, ...detail }));
  </script>${body}</body></html>`;
  const opened = await (await app.browser.newContext({ locale: "en" })).newPage();
  opened.setDefaultTimeout(TIMEOUT_MS);
  await opened.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  return opened;
}

/** Waits for a message of this type. */
async function waitForMessage(opened: Page, type: string): Promise<Record<string, unknown>> {
  const found = await opened.waitForFunction((type) => {
    const { received } = window as unknown as { received: { type: string }[] };
    return received.find((message) => message.type === type);
  }, type);
  return (await found.jsonValue()) as unknown as Record<string, unknown>;
}

test.each([
  ["plain", ""],
  ["sandboxed", 'sandbox="allow-scripts"'],
])("a %s frame plays its game and posts messages to the embedding page", async (_name, sandbox) => {
  const address = `${app.server.address}embed#t=${await token("tictactoe")}&theme=dark&lang=nl`;
  const opened = await hostPage(`<iframe ${sandbox} title="Game" width="400" height="700" src="${address}"></iframe>`);
  expect(await waitForMessage(opened, "ready")).toMatchObject({ source: "parlour", game: "tictactoe" });
  const frame = opened.frameLocator("iframe");
  await frame.getByText("Jij bent aan zet").waitFor();
  await frame.locator('[role=gridcell][data-square="4"]').click();
  expect(await waitForMessage(opened, "move")).toMatchObject({ ply: 1, move: 4 });
  expect(await waitForMessage(opened, "resize")).toMatchObject({ source: "parlour" });
  await opened.context().close();
});

test("the addresses in the answer open the game, on a page and in a frame", async () => {
  const { embedUrl } = await session("tictactoe");
  const opened = await hostPage(`<iframe title="Game" width="400" height="700" src="${embedUrl}"></iframe>`);
  expect(await waitForMessage(opened, "ready")).toMatchObject({ game: "tictactoe" });
  await opened.context().close();
  const person = await app.open((await session("tictactoe")).playUrl);
  await person.waitForStatus("Your turn");
  // The address is that of the game, without the token.
  const gameAddress = new RegExp(`^${app.server.address}g/[\\w-]+$`);
  await expect.poll(() => person.page.url()).toMatch(gameAddress);
  const first = person.page.url();
  // Another one in the same window takes its place.
  await person.page.goto((await session("checkers")).playUrl);
  await person.page.locator("checkers-board").waitFor();
  await expect.poll(() => person.page.url()).toMatch(gameAddress);
  expect(person.page.url()).not.toBe(first);
  await person.leave();
});

test.each([
  ["", "#556b2f"],
  ["&board=contrast", ""],
])("a frame shows the board colours of its address, unless high contrast is wanted: %s", async (wish, expected) => {
  const address = `${app.server.address}embed#t=${await token("checkers")}&dark=556b2f&light=red;&mark=12${wish}`;
  const opened = await hostPage(`<iframe title="Game" width="400" height="700" src="${address}"></iframe>`);
  await waitForMessage(opened, "ready");
  const board = opened.frameLocator("iframe").locator("checkers-board");
  const colours = await board.evaluate((node) => ["dark", "light", "mark"].map((name) => getComputedStyle(node).getPropertyValue(`--parlour-${name}`)));
  expect(colours).toEqual([expected, "", ""]);
  await opened.context().close();
});

test("an address that was cut off says that there is nothing", async () => {
  const person = await app.open("game#t=nonsense");
  await person.page.getByRole("heading", { name: "no such page" }).waitFor();
  await person.leave();
});

test("a frame with a wrong token shows the error and posts it", async () => {
  const opened = await hostPage(`<iframe title="Game" src="${app.server.address}embed#t=nonsense"></iframe>`);
  expect(await waitForMessage(opened, "error")).toMatchObject({ code: "token_invalid" });
  await opened.frameLocator("iframe").getByText("not a session token").waitFor();
  await opened.context().close();
});

test("one script tag makes a connected board", async () => {
  const board = `<tictactoe-board token="${await token("tictactoe")}"></tictactoe-board>`;
  const opened = await hostPage(`${board}<script src="${app.server.address}embed.js" async></script>`);
  await waitForMessage(opened, "ready");
  await opened.locator('[role=gridcell][data-square="0"]').click();
  expect(await waitForMessage(opened, "move")).toMatchObject({ ply: 1, move: 0 });
  await opened.context().close();
});

test("a page without a registry loads the packages of a version, pinned by their hashes", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../sdk/package.json", import.meta.url), "utf8")) as { version: string };
  const folder = `${app.server.address}sdk/${version}`;
  const hashes = (await (await fetch(`${folder}/integrity.json`)).json()) as Record<string, string>;
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining(["board.js", "checkers.js", "sdk.js", "tictactoe.js"]));
  const script = (name: string, hash = hashes[name]) => `<script type="module" crossorigin integrity="${hash}" src="${folder}/${name}"></script>`;
  const connect = `<script type="module">
    import { connect } from "${folder}/sdk.js";
    const game = await connect({ server: "${app.server.address}", token: "${await token("tictactoe")}" });
    received.push({ type: "connected", game: game.state.game });
  </script>`;
  const opened = await hostPage(`<tictactoe-board></tictactoe-board>${script("tictactoe.js")}${script("checkers.js", hashes["tictactoe.js"])}${connect}`);
  expect(await waitForMessage(opened, "connected")).toMatchObject({ game: "tictactoe" });
  await opened.waitForFunction(() => customElements.get("tictactoe-board") !== undefined);
  expect(await opened.evaluate(() => customElements.get("checkers-board") === undefined)).toBe(true);
  await opened.context().close();
});

test("the whole app works below a path", async () => {
  const person = await app.open();
  await person.choose("tictactoe");
  await person.press("Two players, one screen");
  await person.waitForStatus("X to move");
  await person.tap(4);
  await person.waitForStatus("O to move");
  // Without the module the server has the game, with an address of its own.
  expect(person.page.url().replace(app.server.address, "")).toMatch(hasModule ? /^game$/ : /^g\/room_/);
  await person.page.reload();
  await person.waitForStatus("O to move");
  await person.leave();
});
