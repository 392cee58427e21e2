// The runner itself: what it reports about scenes that cannot run.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const RUN = fileURLToPath(new URL('run.js', import.meta.url));

test('a scene whose fault cannot be made here is skipped with its reason, and not passed', async () => {
  // Without a path there is no C compiler, which this scene needs.
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, '--short', 'clock'], { env: { ...process.env, PATH: '' } });
  assert.match(stdout, /^SKIP clock jumps \(.*\): the shim cannot be built here/m);
  assert.match(stdout, /^0 passed, 0 failed, 1 skipped$/m);
});

test('a scene that does not exist is an error', async () => {
  const run = promisify(execFile)(process.execPath, [RUN, '--short', 'earthquake']);
  await assert.rejects(run, /no scene begins with earthquake/);
});
