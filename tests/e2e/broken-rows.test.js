// Rows that cannot be read: the server starts without them, names them, and everybody else plays on.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hangUp, pair, Player } from './player.js';
import { ABOUT_THE_FILE, Server } from './server.js';

/** Does something to the database that no server would do. */
async function damage(server, ...statements) {
  const script = 'import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\ndb.executescript(sys.argv[2])\ndb.commit()';
  await promisify(execFile)('python3', ['-c', script, server.database, statements.join(';')]);
}

const of = (id) => `room = (SELECT number FROM rooms WHERE id = '${id}')`;
const rewrite = (id, from, to) => `UPDATE journal SET event = replace(event, '${from}', '${to}') WHERE seq = 1 AND ${of(id)}`;

const KINDS = {
  'no JSON': (id) => `UPDATE journal SET event = '{' WHERE seq = 1 AND ${of(id)}`,
  'of an unknown variant': (id) => rewrite(id, '"variant":"classic"', '"variant":"later"'),
  'of an unknown mode': (id) => `UPDATE rooms SET mode = 'bogus' WHERE id = '${id}'`,
  'not text': (id) => `UPDATE journal SET event = CAST(x'7bff7d' AS TEXT) WHERE seq = 1 AND ${of(id)}`,
  'without its beginning': (id) => `DELETE FROM journal WHERE seq = 1 AND ${of(id)}`,
  'of a number that cannot be': (id) => `UPDATE journal SET seq = -1 WHERE seq = 1 AND ${of(id)}`,
  'of another room': (id) => rewrite(id, id, 'room_other'),
};

async function back(server, { playerId }) {
  const player = await Player.connect(server);
  await player.do('game:reconnect', { playerId });
  player.seat(await player.next('game:reconnected'));
  return player;
}

test('broken rooms keep no server from starting: they are named, set aside, and everybody else plays on', ABOUT_THE_FILE, async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const broken = [];
  for (const kind of Object.keys(KINDS)) broken.push([kind, await pair(server)]);
  const [first, second] = await pair(server);
  await first.do('game:move', { ...first.here, position: 4 });
  const finished = await pair(server);
  await finished[0].do('game:resign', finished[0].here);
  await server.end('SIGTERM');
  await damage(server, ...broken.map(([kind, [{ roomId }]]) => KINDS[kind](roomId)), KINDS['of an unknown mode'](finished[0].roomId));
  const doctor = async () => server.command('doctor').catch(({ stdout }) => stdout);
  assert.match(await doctor(), /WARN {2}stored games +room_/);

  server.log = '';
  await server.again();
  for (const [kind, [{ roomId }]] of [...broken, ['finished', finished]]) {
    const lines = server.log.split('\n').filter((line) => line.includes(roomId));
    assert.equal(lines.length, 1, `a room that is ${kind} is named once`);
    assert.match(lines[0], /"level":"ERROR".*set aside/);
  }
  const again = [await back(server, first), await back(server, second)];
  assert.equal((await again[1].play(0)).ok, true);
  const lost = await Player.connect(server);
  assert.equal((await lost.ask('game:reconnect', { playerId: broken[0][1][0].playerId })).code, 'nothing_to_reconnect');

  const listed = JSON.parse(await server.command('rooms', 'broken', '--json'));
  assert.deepEqual(listed.map(({ roomId }) => roomId).sort(), [...broken.map(([, [{ roomId }]]) => roomId), finished[0].roomId].sort());
  assert.match(await doctor(), /WARN {2}stored games +room_.* was set aside/);
  server.log = '';
  await server.restart('SIGKILL');
  assert.doesNotMatch(server.log, /"level":"ERROR"/, 'what was set aside is not tried again');

  const numbered = (kind) => String(listed.find(({ roomId }) => roomId === broken.find(([name]) => name === kind)[1][0].roomId).number);
  assert.match(await server.command('rooms', 'show', numbered('of an unknown variant')), /"variant":"later"/);
  const later = broken.find(([kind]) => kind === 'of an unknown variant')[1];
  await damage(server, rewrite(later[0].roomId, '"variant":"later"', '"variant":"classic"'));
  await server.command('rooms', 'retry', numbered('of an unknown variant'));
  for (const { number, roomId } of listed) {
    if (roomId !== later[0].roomId) await server.command('rooms', 'remove', String(number));
  }
  await server.restart('SIGTERM');
  assert.equal((await back(server, later[0])).roomId, later[0].roomId);
  assert.match(await doctor(), /OK {4}stored games/);
  await hangUp(server);
});

test('a broken place in the queue and a broken session keep no server from starting', ABOUT_THE_FILE, async (t) => {
  const server = await Server.start({ 'times.token_life': '1h' });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const session = async (id) => server.session(key, { game: 'tictactoe', players: [{ id }] });
  const [bad, good] = [await session('ada'), await session('ben')];
  await (await Player.connect(server)).do('matchmaking:join', { username: 'x' });
  await server.end('SIGKILL');
  await damage(server, `UPDATE sessions SET players = '[' WHERE id = '${bad.sessionId}'`, `UPDATE waiting SET mode = 'bogus'`);
  server.log = '';
  await server.again();
  assert.match(server.log, new RegExp(`"table":"sessions","name":"${bad.sessionId}"`));
  assert.match(server.log, /"table":"waiting"/);
  const { body } = await server.call('GET', '/v1/sessions', { key });
  assert.deepEqual(body.sessions.map(({ id }) => id), [good.sessionId]);
});

test('a damaged database file is refused in words that say what to do', ABOUT_THE_FILE, async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  await hangUp(server);
  await server.end('SIGTERM');
  const script = 'import sys\nwith open(sys.argv[1], "r+b") as file:\n  file.seek(0, 2)\n  size = file.tell()\n  file.seek(4096)\n  file.write(b"x" * (size - 4096))';
  await promisify(execFile)('python3', ['-c', script, server.database]);
  server.log = '';
  await assert.rejects(server.again(), /ended before it listened/);
  assert.match(server.log, /malformed|damaged/);
  assert.match(server.log, /parlour restore/);
});
