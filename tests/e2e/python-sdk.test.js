// The Python SDK against the real server, and its README word for word.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { PATIENCE } from './player.js';
import { Server } from './server.js';

const SDK = fileURLToPath(new URL('../../sdks/python/', import.meta.url));
const PYTHON = process.env.PYTHON ?? 'python3';

let key;
let server;
before(async () => {
  server = await Server.start({}, { dev: true });
  key = await server.devKey();
});
after(() => server?.stop());

/** Runs Python with the SDK on its path. */
async function python(...args) {
  const env = { ...process.env, PYTHONPATH: `${SDK}src`, PYTHONDONTWRITEBYTECODE: '1', PARLOUR_URL: server.url, PARLOUR_KEY: key, GAMES_URL: server.url, GAMES_API_KEY: key };
  return promisify(execFile)(PYTHON, args, { cwd: SDK, env, timeout: PATIENCE });
}

test('sessions are created, joined and listed, and webhooks verified', async () => {
  const { stderr } = await python('-m', 'unittest', 'discover', '--start-directory', 'tests');
  assert.match(stderr, /Ran 11 tests/);
});

test('the README runs word for word', async () => {
  const readme = await readFile(`${SDK}README.md`, 'utf8');
  const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code);
  assert.equal(examples.length, 2);
  const { stdout } = await python('-W', 'error', '-c', examples.join('\n'));
  assert.match(stdout, /\/game#t=\S+\npending\n/);
});
