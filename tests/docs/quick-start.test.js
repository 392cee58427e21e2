// The quick start, followed word for word in an empty folder with nothing but the program and npm; only the ports are others.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Visitor, startBrowser } from '../../examples/tests/visitor.js';
import { PATIENCE } from '../e2e/player.js';

const BINARY = process.env.PARLOUR_BIN ?? fileURLToPath(new URL('../../target/debug/parlour', import.meta.url));
const PAGE = new URL('../../docs/quick-start.md', import.meta.url);
/** The ports that the page names. */
const PORTS = ['7300', '5173', '3000'];

/** The reader's variables: no setting but the ports, which may be taken on this machine. */
const environment = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOUR_'))), PARLOUR_METRICS_LISTEN: '127.0.0.1:0' };

let folder;
let browser;
const terminals = new Map();
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-quick-start-'));
  await mkdir(join(folder, 'bin'));
  await symlink(BINARY, join(folder, 'bin/parlour'));
  environment.PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const terminal of terminals.values()) await terminal.end();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('who follows the quick start word for word plays in four ways and receives the webhook of a game', async (t) => {
  const started = performance.now();
  const played = [];
  for (const step of await steps()) {
    if (step.save) await writeFile(join(await place(), step.save), step.text);
    else if (step.open) played.push(await play(step.open));
    else if (step.terminal) await type(step.terminal, step.text);
    else played.push(...(await run(step.text)));
  }
  assert.deepEqual(played, ['frame.html', 'script.html', 'react.html', 'Socket.IO', '']);
  const backend = terminals.get('2');
  await backend.prints(/^game\.ended \{/m);
  assert.match(backend.text, /reason: '(victory|draw)'/);
  t.diagnostic(`the quick start took ${((performance.now() - started) / 1000).toFixed(1)} s`);
});

/** What the page says to do, in its order: files to save, commands to type, addresses to open. */
async function steps() {
  const ports = await Promise.all(PORTS.map(freePort));
  const text = PORTS.reduce((page, port, index) => page.replaceAll(`:${port}`, `:${ports[index]}`), await readFile(PAGE, 'utf8'))
    .replace('--port 5173', `--port ${ports[1]}`)
    .replace('listen(3000,', `listen(${ports[2]},`);
  environment.PARLOUR_LISTEN = `127.0.0.1:${ports[0]}`;
  const found = [...text.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$|^Open <(.*?)>/gm)];
  return found.map(([, language, name, body, open]) => {
    if (open) return { open };
    const terminal = /^terminal (\d)/.exec(name)?.[1];
    if (language === 'sh') return { terminal, text: body };
    return { save: name, text: body };
  });
}

/** The folder that the reader works in. */
async function place() {
  const path = join(folder, 'work');
  await mkdir(path, { recursive: true });
  return path;
}

/** Types commands that come to an end; says what was played. */
async function run(text) {
  const options = { cwd: await place(), env: environment, timeout: PATIENCE, maxBuffer: 1 << 24 };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', text], options);
  if (!text.includes('play.mjs')) return [];
  assert.match(stdout, /^X takes \d$/m);
  assert.match(stdout.trim().split('\n').at(-1), /wins \(victory\)$|^a draw$/);
  return ['Socket.IO'];
}

/** Types commands that stay, in a terminal; what ran there before is ended. */
async function type(name, text) {
  await terminals.get(name)?.end();
  const terminal = new Terminal(await place(), environment, text);
  terminals.set(name, terminal);
  const [, ready] = READY.find(([command]) => text.includes(command));
  await terminal.prints(ready);
}

/** What the programs of the page print when they are ready; the back end prints nothing, and is waited for by its address. */
const READY = [['parlour serve', /listens on/], ['vite', /Local:/], ['backend.mjs', /^/], ['parlour listen', /Ctrl-C ends it/]];

class Terminal {
  text = '';
  #child;
  #exit;
  #waiting = [];

  constructor(cwd, env, text) {
    this.#child = spawn('bash', ['-e', '-c', text], { cwd, env, detached: true });
    this.#exit = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.setEncoding('utf8').on('data', (part) => this.#show(part));
    this.#child.on('exit', () => this.#show(''));
  }

  #show(part) {
    this.text += plain(part);
    this.#waiting.splice(0).forEach((look) => look());
  }

  /** Waits until the terminal shows this. */
  async prints(pattern) {
    const deadline = Date.now() + PATIENCE;
    while (!pattern.test(this.text)) {
      if (Date.now() > deadline || this.#child.exitCode !== null) throw new Error(`the terminal never shows ${pattern}:\n${this.text}`);
      await new Promise((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Ends everything that was started in the terminal. */
  async end() {
    if (this.#child.exitCode === null) process.kill(-this.#child.pid, 'SIGTERM');
    await this.#exit;
  }
}

/** Text without the colours of a terminal. */
function plain(text) {
  return text.replace(/\x1b\[[\d;]*m/g, '');
}

/** Opens an address as soon as its server answers, and plays to the end; gives the name of the page. */
async function play(address) {
  await answers(address);
  const visitor = await Visitor.come(browser, address);
  const { page } = visitor;
  // Vite loads a page again when it has prepared the packages that the page uses.
  await page.waitForLoadState('networkidle');
  await page.locator('iframe, tictactoe-board').first().waitFor();
  await visitor.playTicTacToe((await page.locator('iframe').count()) ? page.frameLocator('iframe') : page);
  if (/frame|script/.test(address)) await page.waitForFunction(() => /^The end: (won|lost|drawn)$/.test(document.title));
  await visitor.leave();
  return new URL(address).pathname.slice(1);
}

/** Waits until a server answers at this address. */
async function answers(address) {
  const deadline = Date.now() + PATIENCE;
  while (!(await fetch(new URL('/', address), { method: 'HEAD' }).then(() => true, () => false))) {
    if (Date.now() > deadline) throw new Error(`nothing answers at ${address}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
