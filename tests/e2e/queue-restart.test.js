// Those who wait for an opponent while the server ends and comes back keep their place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangUp, holder, Player, refusedWith } from './player.js';
import { Server } from './server.js';

const COMES_BACK = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 100 };

async function start(t, settings = {}) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const session = async (id, more = {}) => server.session(key, { game: 'tictactoe', players: [{ id }], ...more });
  const status = async ({ sessionId }) => (await server.call('GET', `/v1/sessions/${sessionId}`, { key })).body.status;
  return { server, session, status };
}

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after ${signal} a client that reconnects by itself waits on without asking`, async (t) => {
    const { server, session } = await start(t);
    const ann = await holder(server, (await session('ann')).sessionToken, 'tictactoe', COMES_BACK);
    await ann.do('matchmaking:join', { username: 'Ann' });
    await ann.next('matchmaking:waiting');
    await server.restart(signal);
    assert.deepEqual(await ann.next('matchmaking:waiting'), { playerId: 'ann', position: 1 });
    const ben = await holder(server, (await session('ben')).sessionToken);
    await ben.do('matchmaking:join', { username: 'Ben' });
    const { players } = await ann.started();
    assert.deepEqual(players.map(({ id }) => id), ['ann', 'ben']);
    await ben.started();
    assert.equal((await ann.play(4)).ok, true);
    await hangUp(server);
  });

  test(`after ${signal} nobody is paired with a player who is not back, and who is back has the old place`, async (t) => {
    const { server, session } = await start(t);
    const token = (await session('ann')).sessionToken;
    const ann = await holder(server, token);
    await ann.do('matchmaking:join', { username: 'Ann' });
    await server.restart(signal);
    const ben = await holder(server, (await session('ben')).sessionToken);
    assert.equal((await ben.do('matchmaking:join', { username: 'Ben' })).position, 1);
    assert.equal(ben.has('game:started'), false);
    const back = await holder(server, token);
    const { players } = await back.started();
    assert.deepEqual(players.map(({ id }) => id), ['ann', 'ben']);
    await ben.started();
    await hangUp(server);
  });

  test(`after ${signal} the two players of a private game who had not met meet`, async (t) => {
    const { server, session } = await start(t);
    const { tokens } = await session('ann', { matchType: 'private', players: [{ id: 'ann' }, { id: 'ben' }] });
    const ann = await holder(server, tokens[0].sessionToken, 'tictactoe', COMES_BACK);
    await ann.do('matchmaking:join', { username: 'Ann' });
    await server.restart(signal);
    const ben = await holder(server, tokens[1].sessionToken);
    await ben.do('matchmaking:join', { username: 'Ben' });
    assert.equal((await ann.started()).roomId, (await ben.started()).roomId);
    await hangUp(server);
  });

  test(`after ${signal} a guest who joins again under the same name is the same guest`, async (t) => {
    const { server } = await start(t);
    const { playerId } = await (await Player.connect(server)).do('matchmaking:join', { username: 'Ann' });
    const checkers = await (await Player.connect(server, 'checkers')).do('matchmaking:join', { username: 'Ann' });
    await server.restart(signal);
    const other = await Player.connect(server, 'tictactoe', { localAddress: '127.0.0.2' });
    assert.notEqual((await other.do('matchmaking:join', { username: 'Ann' })).playerId, playerId);
    const page = await Player.connect(server, 'checkers', { extraHeaders: { origin: 'https://evil.example' } });
    assert.notEqual((await page.do('matchmaking:join', { username: 'Ann' })).playerId, checkers.playerId, 'another origin');
    const back = await Player.connect(server);
    assert.equal((await back.do('matchmaking:join', { username: 'Ann' })).playerId, playerId);
    const { players } = await back.started();
    assert.equal(players[0].id, playerId, 'who waited longer moves first');
    await hangUp(server);
  });
}

test('whoever is told that they have left the queue has no place after a crash', async (t) => {
  const { server, session } = await start(t);
  const { sessionToken } = await session('ann');
  const ann = await holder(server, sessionToken);
  await ann.do('matchmaking:join', { username: 'Ann' });
  await ann.do('matchmaking:leave', { playerId: 'ann' });
  await server.restart('SIGKILL');
  const back = await holder(server, sessionToken);
  refusedWith(await back.ask('game:reconnect', { playerId: 'nobody' }), 'not_your_seat'); // a round trip
  assert.equal(back.has('matchmaking:waiting'), false);
  await hangUp(server);
});

test('whoever left the queue, or went away, has no place after a restart', async (t) => {
  const { server, session } = await start(t);
  const sessions = [await session('ann'), await session('ben')];
  const [left, gone] = await Promise.all(sessions.map(({ sessionToken }) => holder(server, sessionToken)));
  await left.do('matchmaking:join', { username: 'Ann' });
  await left.do('matchmaking:leave', { playerId: 'ann' });
  await gone.do('matchmaking:join', { username: 'Ben' });
  gone.close();
  left.close();
  await hangUp(server);
  await server.restart('SIGKILL');
  for (const { sessionToken } of sessions) {
    const back = await holder(server, sessionToken);
    refusedWith(await back.ask('game:reconnect', { playerId: 'nobody' }), 'not_your_seat'); // a round trip
    assert.equal(back.has('matchmaking:waiting'), false);
  }
});

test('a place nobody comes back to is given up, and its session expires', async (t) => {
  const { server, session, status } = await start(t, { 'times.token_life': '15s', 'times.reconnect_window': '3s' });
  const waited = await session('ann');
  const ann = await holder(server, waited.sessionToken);
  await ann.do('matchmaking:join', { username: 'Ann' });
  await server.restart('SIGKILL');
  while ((await status(waited)) === 'pending');
  assert.equal(await status(waited), 'expired');
  assert.equal((await Player.refused(server, 'tictactoe', { auth: { token: waited.sessionToken } })).data.code, 'token_expired');
});

test('a session does not expire while its player waits for an opponent', async (t) => {
  const { server, session, status } = await start(t, { 'times.token_life': '15s' });
  const waiting = await session('ann');
  const ann = await holder(server, waiting.sessionToken);
  await ann.do('matchmaking:join', { username: 'Ann' });
  const idle = await session('eve');
  while ((await status(idle)) === 'pending');
  assert.equal(await status(waiting), 'pending');
  const ben = await holder(server, (await session('ben')).sessionToken);
  await ben.do('matchmaking:join', { username: 'Ben' });
  assert.equal((await ann.started()).roomId, (await ben.started()).roomId);
  assert.equal(await status(waiting), 'active');
  await hangUp(server);
});
