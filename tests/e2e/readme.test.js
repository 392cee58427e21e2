// The script of the README plays a whole game, exactly as it is printed there.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Server } from './server.js';

// Beside the tests, where socket.io-client is installed.
const SCRIPT = fileURLToPath(new URL('.readme-script.mjs', import.meta.url));

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await rm(SCRIPT, { force: true });
  await server.stop();
});

test('the script of the README plays a game to its end', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, script] = /```js\n([^]*?)```/.exec(readme);
  await writeFile(SCRIPT, script);
  const env = { ...process.env, SERVER: server.url };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT], { env, timeout: 60_000 });
  assert.equal(stderr, '');
  const lines = stdout.trim().split('\n');
  assert.match(lines[0], /^X takes \d$/);
  assert.match(lines.at(-1), / wins \((victory|draw)\)$/);
});
