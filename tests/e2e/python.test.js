// A client in another language plays whole games.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from './player.js';
import { Server } from './server.js';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const PYTHON = process.env.PYTHON ?? file('.venv/bin/python');

const skip = !existsSync(PYTHON) && 'there is no Python with python-socketio';

test('python-socketio plays whole games over websockets, polling and the upgrade', { skip }, async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const { stdout } = await promisify(execFile)(PYTHON, [file('python_client.py'), server.url], { timeout: PATIENCE });
  assert.match(stdout, /played 6 games/);
});
