// New projects as a developer makes them: by the program that the server has, with the packages that the server has.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { Server } from "../../tests/e2e/server.js";
import { Program } from "./program.js";
import { startBrowser, Visitor } from "./visitor.js";

let browser;
let folder;
let key;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "parlour-starter-"));
  server = await Server.start({}, { dev: true });
  key = await server.devKey();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const run = (cwd, program, ...args) => promisify(execFile)(program, args, { cwd, maxBuffer: 1 << 24 });

/** Runs the program that the server has. */
async function create(...args) {
  const { version } = JSON.parse(await readFile(new URL("../../web/create/package.json", import.meta.url), "utf8"));
  return run(folder, "npx", "--yes", `${server.url}/sdk/${version}/create.tgz`, ...args);
}

/** Creates a project, installs its packages, and gives its folder. */
async function project(template, ...flags) {
  const { stdout } = await create(template, "--template", template, "--server", server.url, ...flags);
  assert.match(stdout, new RegExp(`^${template} is ready`));
  await run(join(folder, template), "npm", "install", "--no-audit", "--no-fund");
  return join(folder, template);
}

test("the plain pages play", async () => {
  const pages = await Program.start(await project("plain"), "server.js", {});
  try {
    const ann = await Visitor.come(browser, pages.address);
    await ann.reads("Your move");
    await ann.playTicTacToe();
    await ann.reads(/You won|You lost|A draw/);
    await ann.leave();
  } finally {
    await pages.stop();
  }
});

test("the back end plays with the key in .env", async () => {
  const place = await project("node", "--key", key);
  const backend = await Program.start(place, "--env-file=.env", {}, "server.js");
  try {
    const ann = await Visitor.come(browser, backend.address);
    await ann.page.getByText("Play", { exact: true }).click();
    await ann.playTicTacToe(ann.page.frameLocator("iframe"));
    await ann.leave();
  } finally {
    await backend.stop();
  }
});

test("the React app is built without an error, and plays with its back end", async () => {
  const place = await project("react", "--key", key);
  await run(place, "npm", "run", "build");
  const backend = await Program.start(place, "--env-file=.env", {}, "backend/server.js");
  const variables = { BACKEND_URL: backend.address, NO_COLOR: "1" };
  const app = await Program.start(place, "node_modules/vite/bin/vite.js", variables, "preview", "--host", "127.0.0.1", "--port", "0");
  try {
    const ann = await Visitor.come(browser, app.address);
    await ann.page.getByText("Play the computer").click();
    await ann.reads("Connected");
    await ann.playDraughts(ann.page, 3);
    await ann.page.getByText("Resign").click();
    await ann.page.getByRole("dialog", { name: "You lost" }).waitFor();
    await ann.leave();
  } finally {
    await app.stop();
    await backend.stop();
  }
});

test("a template that does not exist is refused with the names of those that do", async () => {
  const isRefusal = ({ code, stderr }) => code === 2 && /no template "vue": choose one of plain, react, node/.test(stderr);
  await assert.rejects(create("shop", "--template", "vue"), isRefusal);
});
