// The unit of systemd: hardened, and not so much that the server cannot work.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { againstBot } from '../e2e/player.js';
import { Server } from '../e2e/server.js';
import { BINARY, needs, path, read, run, works } from './checkout.js';

const UNIT = 'deploy/systemd/parlour.service';

/** The worst score that is accepted, from 0 (safe) to 10. A service with a network cannot reach 0. */
const WORST_SCORE = 1.3;

/** The account that stands for the one that systemd makes up. */
const NOBODY = 65534;

const ofSystemd = needs('systemd-analyze', 'security', '--offline=true', path(UNIT));

test('the unit is hardened as far as a server can be', ofSystemd, async (t) => {
  const told = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', path(UNIT)]);
  const score = Number(/exposure level for parlour\.service: ([\d.]+)/.exec(told)[1]);
  const open = told.split('\n').filter((line) => line.startsWith('✗')).map((line) => line.split(/\s+/)[1]);
  t.diagnostic(`systemd-analyze security: ${score} of at most ${WORST_SCORE}; left open: ${open.join(' ')}`);
  assert.ok(score <= WORST_SCORE, told);
});

test('the unit permits every system call of a server that serves a game', { skip: ofSystemd.skip || needs('strace', '-qq', 'true').skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-strace-'));
  t.after(() => rm(folder, { recursive: true }));
  const trace = join(folder, 'trace');
  // With -D the server keeps its process id, so that it is ended as always.
  const server = await Server.start({}, { shell: `exec strace -D -f -qq -o '${trace}' "$0" "$@"`, sqlite: true });
  t.after(() => server.stop());
  const player = await againstBot(server, 'tictactoe', 'easy');
  await player.do('game:resign', player.here);
  await player.next('game:over');
  assert.equal((await server.call('GET', '/readyz')).status, 200);
  player.close();
  assert.equal(await server.end('SIGTERM'), 0);
  const used = new Set([...(await readFile(trace, 'utf8')).matchAll(/^\d+ +(\w+)\(/gm)].map(([, name]) => name));
  const permitted = await permittedCalls();
  const refused = [...used].filter((name) => !permitted.has(name) && !(name === 'fchown' && process.getuid() === 0)); // of SQLite, as root alone
  assert.ok(used.size > 30, `only ${[...used]} were seen`);
  assert.deepEqual(refused, []);
  t.diagnostic(`${used.size} kinds of system calls were used, ${permitted.size} are permitted`);
});

test('root may administer the data of the account that the service runs as', { skip: needsAccounts() }, async (t) => {
  const account = `--reuid=${NOBODY} --regid=${NOBODY} --clear-groups`;
  const server = await Server.start({}, { shell: `chown -R ${NOBODY}:${NOBODY} "$5"; exec setpriv ${account} "$0" "$@"`, sqlite: true });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'test');
  const copy = join(dirname(server.database), 'copy.db');
  await server.command('backup', copy);
  await server.end('SIGTERM');
  await server.tenant('Bolt');
  // Without the shell's chown, as systemd leaves what is below the directory as it is.
  await run('find', [dirname(server.database), '-user', '0', '-not', '-path', copy]).then((strays) => assert.equal(strays, ''));
  await server.again();
  await server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada', displayName: 'Ada' }] });
});

/** The calls that the filters of the unit leave. */
async function permittedCalls() {
  const sets = {};
  let set;
  for (const line of (await run('systemd-analyze', ['syscall-filter'])).split('\n')) {
    if (line.startsWith('@')) set = sets[line.trim()] = [];
    else if (/^ +[@\w]/.test(line)) set?.push(line.trim());
  }
  const calls = (name) => (name.startsWith('@') ? sets[name].flatMap(calls) : [name]);
  const permitted = new Set();
  for (const [, not, names] of read(UNIT).matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const name of names.split(' ').flatMap(calls)) not ? permitted.delete(name) : permitted.add(name);
  }
  return permitted;
}

function needsAccounts() {
  if (process.getuid() !== 0) return 'that takes root';
  return !works('setpriv', `--reuid=${NOBODY}`, '--clear-groups', BINARY, '--version') && 'another account cannot run the binary';
}
