// The scripts of the README do what it says, exactly as they are printed there.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from './player.js';
import { Server, parlour } from './server.js';

// Beside the tests, where socket.io-client is installed.
const SCRIPT = fileURLToPath(new URL('.readme-script.mjs', import.meta.url));

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await rm(SCRIPT, { force: true });
  await server.stop();
});

/** Saves one of the scripts, counted from 0. */
async function save(number) {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, script] = [...readme.matchAll(/```js\n([^]*?)```/g)][number];
  await writeFile(SCRIPT, script);
}

test('the script of the README plays a game to its end', async () => {
  await save(0);
  const env = { ...process.env, SERVER: server.url };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT], { env, timeout: PATIENCE });
  assert.equal(stderr, '');
  const lines = stdout.trim().split('\n');
  assert.match(lines[0], /^X takes \d$/);
  assert.match(lines.at(-1), / wins \((victory|draw)\)$/);
});

test('the receiver of the README takes a webhook of ours, and no other', async (t) => {
  await save(1);
  const [secret, other] = ['a', 'b'].map((letter) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`);
  const port = await freePort();
  const receiver = spawn(process.execPath, [SCRIPT], { env: { ...process.env, SECRET: secret, PORT: port } });
  t.after(() => receiver.kill());
  const trigger = (signer) => parlour('trigger', 'game.ended', '--to', `${port}/hook`, '--secret', signer);
  let sent = await trigger(secret).catch((error) => error);
  while (/refused/.test(sent.stderr)) sent = await trigger(secret).catch((error) => error); // until it listens
  assert.match(sent, /<-- 204 in/);
  assert.match(String((await once(receiver.stdout, 'data'))[0]), /^game\.ended evt_/);
  await assert.rejects(trigger(other), /the receiver answered 400/);
});

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
