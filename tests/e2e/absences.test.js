// Players who are gone: for how long in one game, and what their opponent's idle clock does meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangUp, pair, Player } from './player.js';
import { Server } from './server.js';

/** Long enough to lose the line before a turn is over, also on a busy machine. */
const IDLE = { 'times.idle.tictactoe.timeout': '12s', 'times.idle.tictactoe.warning': '1s' };

async function start(t, settings) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  return server;
}

async function back(server, { playerId }) {
  const player = await Player.connect(server);
  await player.do('game:reconnect', { playerId });
  player.seat(await player.next('game:reconnected'));
  return player;
}

test('an idle player does not lose to an opponent who is gone, and wins when they stay away', async (t) => {
  const server = await start(t, { ...IDLE, 'times.reconnect_window': '16s' });
  const [first, second] = await pair(server);
  second.close();
  const { expiresAt } = await first.next('player:disconnected');
  const { status } = await first.do('afk:check', first.here);
  assert.equal(status.expiresAt, expiresAt, 'the end of the turn waits for the end of the window');
  const { winner, reason } = await first.next('game:over');
  assert.deepEqual([winner, reason], [first.playerId, 'disconnect']);
  assert.equal(first.has('tictactoe:afk_warning'), false);
});

test('when the opponent is back, the idle player is warned and has the warning time', async (t) => {
  const server = await start(t, { ...IDLE, 'times.reconnect_window': '5m' });
  const [first, second] = await pair(server);
  const { status } = await first.do('afk:check', first.here);
  second.close();
  await first.next('player:disconnected');
  // The turn would be over by now.
  while (Date.now() <= status.expiresAt) await first.do('afk:check', first.here);
  await back(server, second);
  await first.next('player:reconnected');
  const warning = await first.next('tictactoe:afk_warning');
  assert.deepEqual([warning.playerId, warning.secondsRemaining], [first.playerId, 1]);
  assert.ok(warning.expiresAt > status.expiresAt);
  const { winner, reason } = await first.next('game:over');
  assert.deepEqual([winner, reason], [second.playerId, 'afk_timeout']);
});

test('when the opponent of a warned player is back, the warned player is told when the turn ends now', async (t) => {
  const warnedEarly = { 'times.idle.tictactoe.timeout': '12s', 'times.idle.tictactoe.warning': '11s' };
  const server = await start(t, { ...warnedEarly, 'times.reconnect_window': '5m' });
  const [first, second] = await pair(server);
  const warning = await first.next('tictactoe:afk_warning');
  second.close();
  await first.next('player:disconnected');
  while (Date.now() <= warning.expiresAt) await first.do('afk:check', first.here);
  await back(server, second);
  const { afkWarning } = await first.next('player:reconnected');
  const { status } = await first.do('afk:check', first.here);
  assert.deepEqual(afkWarning, { playerId: first.playerId, expiresAt: status.expiresAt });
  assert.ok(afkWarning.expiresAt > warning.expiresAt);
  await hangUp(server);
});

test('all absences of one game are counted together', async (t) => {
  const server = await start(t, { 'times.reconnect_window': '10m', 'times.reconnect_total': '10m' });
  const [first, second] = await pair(server);
  second.close();
  const once = await first.next('player:disconnected');
  const returned = await back(server, second);
  await first.next('player:reconnected');
  returned.close();
  const twice = await first.next('player:disconnected');
  // The second window ends later only by the time between the absences, not by a whole window.
  assert.ok(twice.expiresAt - once.expiresAt < 600_000, `${twice.expiresAt - once.expiresAt} ms later`);
  await hangUp(server);
});

test('what is used up of the time to be away is known after a restart, and the restart costs nothing of it', async (t) => {
  const server = await start(t, { 'times.reconnect_window': '20s', 'times.reconnect_total': '20s' });
  const [first, second] = await pair(server);
  second.close();
  await first.next('player:disconnected');
  await server.restart('SIGKILL');
  const [again, other] = [await back(server, second), await back(server, first)];
  again.close();
  const { reason, winner } = await other.next('game:over');
  assert.deepEqual([winner, reason], [first.playerId, 'disconnect']);
});
