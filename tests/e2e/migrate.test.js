// An installation moves from SQLite to PostgreSQL: its games go on, its records and keys are there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangUp, holder } from './player.js';
import { Server, TEST_STORE } from './server.js';

const ON_POSTGRES = { skip: TEST_STORE === undefined && 'games are stored in SQLite' };

async function privateGame(server, key) {
  const players = [{ id: 'ada', displayName: 'Ada' }, { id: 'ben', displayName: 'Ben' }];
  const session = await server.session(key, { game: 'checkers', matchType: 'private', players });
  const seats = [];
  for (const { sessionToken } of session.tokens) {
    const seat = await holder(server, sessionToken, 'checkers');
    await seat.do('matchmaking:join', { username: 'x' });
    seats.push(seat);
  }
  await Promise.all(seats.map((seat) => seat.started()));
  const first = seats.find(({ playerId }) => playerId === 'ada');
  return { session, first, second: seats.find((seat) => seat !== first) };
}

test('after a move to PostgreSQL running games go on and finished ones can be read', ON_POSTGRES, async (t) => {
  const server = await Server.start({}, { sqlite: true });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const over = await privateGame(server, key);
  await over.first.play({ from: 40, to: 33 });
  await over.second.do('game:resign', over.second.here);
  const running = await privateGame(server, key);
  await running.first.play({ from: 40, to: 33 });
  const before = await server.call('GET', `/v1/games/${over.first.roomId}`, { key });
  await assert.rejects(server.moveToPostgres(), /another parlour is using/);
  await server.end('SIGTERM');
  const printed = await server.moveToPostgres();
  assert.match(printed, /^ +2 rooms$/m);
  assert.match(printed, /^ +1 running$/m);

  await server.again();
  const after = await server.call('GET', `/v1/games/${over.first.roomId}`, { key });
  const gone = before.body.players.map((player) => ({ ...player, connected: false }));
  assert.deepEqual(after.body, { ...before.body, players: gone });
  const seats = {};
  for (const { playerId, sessionToken } of running.session.tokens) {
    const seat = await holder(server, sessionToken, 'checkers');
    await seat.do('game:reconnect', { playerId });
    seat.seat(await seat.next('game:reconnected'));
    seats[playerId] = seat;
  }
  assert.equal((await seats.ben.play({ from: 17, to: 24 })).ok, true);
  await seats.ada.do('game:resign', seats.ada.here);
  const { winner } = await seats.ben.next('game:over');
  assert.equal(winner, 'ben');
  await hangUp(server);
});

test('a database that is not empty is refused and stays as it is', ON_POSTGRES, async (t) => {
  const [from, to] = [await Server.start({}, { sqlite: true }), await Server.start()];
  t.after(() => Promise.all([from.stop(), to.stop()]));
  await to.tenant('Bolt');
  await from.tenant('Acme');
  await from.end('SIGTERM');
  await to.end('SIGTERM');
  await assert.rejects(from.moveInto(to), /the database is not empty: there are tenants in it/);
  await to.again();
  assert.equal(JSON.parse(await to.command('tenants', 'list', '--json')).some(({ id }) => id === 'acme'), false);
});
