// Metrics are for operators, and no answer about the whole server is computed for everyone who asks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneProcess } from './one-process.js';
import { Player, againstBot, pair } from './player.js';
import { Server } from './server.js';

test('metrics are served to this machine alone and not to players', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const { hostname, port } = new URL(server.metricsUrl);
  assert.equal(hostname, '127.0.0.1');
  assert.notEqual(port, new URL(server.url).port);
  const outside = await server.call('GET', '/metrics');
  assert.deepEqual([outside.status, outside.body.code], [404, 'not_found']);
  assert.match(outside.body.hint, /metrics_listen/);
  assert.doesNotMatch(outside.text, /parlour_rooms/);
  assert.match(await server.metrics(), /^parlour_rooms 0$/m);
  const here = new URL(server.metricsUrl).origin;
  for (const [path, status] of [['/healthz', 200], ['/readyz', 200], ['/v1/rooms', 404], ['/socket.io/?EIO=4&transport=polling', 404]]) {
    assert.equal((await fetch(here + path)).status, status, `${path} beside the metrics`);
  }
});

test('with its token the operator reads metrics where players come, and nobody else does', async (t) => {
  const server = await Server.start({ metrics_token: 'a-token-of-the-operator', metrics_listen: 'off' });
  t.after(() => server.stop());
  assert.equal(server.metricsUrl, undefined);
  const { key } = await server.key(await server.tenant('Acme'));
  for (const [given, status] of [[undefined, 401], ['a-token-of-the-operato', 401], [key, 401], ['a-token-of-the-operator', 200]]) {
    const answer = await server.call('GET', '/metrics', { key: given });
    assert.equal(answer.status, status, given);
    assert.equal(/parlour_rooms/.test(answer.text), status === 200);
  }
  const shown = await server.command('config', 'show');
  assert.doesNotMatch(shown, /a-token-of/);
});

test('who asks again within the time gets the same answer, however many rooms have changed', oneProcess('cachedAnswers'), async (t) => {
  const server = await Server.start({ 'times.cached_answers': '1d' });
  t.after(() => server.stop());
  const [first] = await pair(server);
  const rooms = async () => (await server.call('GET', '/v1/rooms')).body.rooms.length;
  assert.equal(await rooms(), 1);
  assert.match(await server.metrics(), /^parlour_games_active 1$/m);
  await pair(server);
  assert.equal(await rooms(), 1, 'the list of a moment ago');
  assert.match(await server.metrics(), /^parlour_games_active 1$/m, 'the figures of a moment ago');
  assert.equal((await server.call('GET', '/v1/rooms?game=checkers')).body.rooms.length, 0, 'filters still apply');
  await first.do('game:resign', first.here);
});

test('the figures count what there is: games, rooms, sockets, players who wait', oneProcess('figures'), async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const [first, second] = await pair(server);
  const third = await againstBot(server, 'tictactoe', 'easy');
  const fourth = await Player.connect(server, 'checkers');
  await fourth.do('matchmaking:join', { username: 'Dan' });
  const figures = async () => {
    const text = await server.metrics();
    return ['games_active', 'rooms', 'sockets', 'queue_waiting'].map((name) => Number(new RegExp(`^parlour_${name} (\\d+)$`, 'm').exec(text)[1]));
  };
  assert.deepEqual(await figures(), [2, 2, 4, 1]);
  await first.do('game:resign', first.here);
  await second.next('game:over');
  assert.deepEqual(await figures(), [1, 2, 4, 1]);
  await third.do('game:resign', third.here);
  assert.deepEqual(await figures(), [0, 2, 4, 1]);
  await server.restart('SIGKILL');
  const text = await server.metrics();
  assert.match(text, /^parlour_games_active 0$/m);
  assert.match(text, /^parlour_rooms 2$/m, 'finished rooms still answer');
});
