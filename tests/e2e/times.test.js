// When things happened: times told once stay as they are, whatever the server goes through.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { oneProcess } from './one-process.js';
import { holder } from './player.js';
import { Server } from './server.js';

/** Longer than the silence after which the server knows that it was stopped. */
const STOPPED_MS = 6_000;

test('a pause of the server and a restart move no time of the past', oneProcess('pause'), async (t) => {
  const server = await Server.start({ 'times.token_life': '1h' });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const players = [{ id: 'ada' }, { id: 'ben' }];
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players });
  const seats = [];
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken);
    await player.do('matchmaking:join', { username: 'x' });
    seats.push(player);
  }
  for (const player of seats) await player.started();
  const path = `/v1/games/${seats[0].roomId}`;
  const record = async () => (await server.call('GET', path, { key })).body;
  const began = Date.now();
  for (const [ply, cell] of [0, 3, 1].entries()) await seats[ply % 2].do('game:move', { ...seats[ply % 2].here, position: cell });
  const { moveHistory } = await seats[0].next('game:move:made', ({ moveHistory }) => moveHistory.length === 3);
  const { expiresAt } = (await seats[0].do('afk:check', seats[0].here)).status;
  const before = await record();
  assert.deepEqual(before.moveHistory, moveHistory, 'what players are told is what is kept');
  assert.ok(Date.parse(before.startedAt) <= began && moveHistory[0].timestamp >= began);

  server.signal('SIGSTOP');
  await pause(STOPPED_MS);
  server.signal('SIGCONT');
  // The deadline has moved, so the pause is known.
  while ((await seats[0].do('afk:check', seats[0].here)).status.expiresAt < expiresAt + STOPPED_MS / 2);
  const after = await record();
  assert.deepEqual([after.startedAt, after.moveHistory], [before.startedAt, before.moveHistory]);

  await seats[1].do('game:move', { ...seats[1].here, position: 4 });
  await seats[0].do('game:move', { ...seats[0].here, position: 2 });
  await seats[0].next('game:over');
  const ended = await record();
  assert.deepEqual(ended.moveHistory.slice(0, 3), moveHistory);
  assert.ok(Date.parse(ended.endedAt) - Date.parse(ended.startedAt) >= STOPPED_MS, 'the pause is part of the time that went by');
  assert.equal(ended.result.duration, Math.floor((Date.parse(ended.endedAt) - Date.parse(ended.startedAt)) / 1000));
  for (const signal of ['SIGKILL', 'SIGTERM']) {
    await server.restart(signal);
    assert.deepEqual(await record(), { ...ended, players: (await record()).players });
  }
  const { body } = await server.call('GET', `/v1/sessions/${session.sessionId}`, { key });
  assert.equal(body.result.duration, ended.result.duration);
});
