// Ids that guests bring: taken if they are theirs, refused in words if not, and never silently ignored.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { oneProcess } from './one-process.js';
import { hangUp, pair, Player, refusedWith } from './player.js';
import { Server } from './server.js';

let server;
before(async () => {
  server = await Server.start();
});
afterEach(() => hangUp(server));
after(() => server.stop());

const ELSEWHERE = { extraHeaders: { origin: 'https://evil.example' } };

/** Somebody who joins under an id is refused, and is told what to do. */
async function refusedId(playerId, options = {}) {
  const player = await Player.connect(server, 'tictactoe', options);
  for (const wantsBot of [true, false]) {
    const answer = await player.ask('matchmaking:join', { username: 'Eve', playerId, wantsBot });
    refusedWith(answer, 'not_your_seat');
    assert.match(answer.hint, /leave out playerId/);
  }
  return player;
}

test('a guest plays under the UUID it brings, against people and against bots', async () => {
  for (const wantsBot of [false, true]) {
    const [own, other] = [randomUUID(), randomUUID()];
    const first = await Player.connect(server);
    const joined = await first.do('matchmaking:join', { username: 'Ada', playerId: own, wantsBot });
    assert.equal(joined.playerId, own);
    if (!wantsBot) {
      assert.equal((await first.next('matchmaking:waiting')).playerId, own);
      await (await Player.connect(server)).do('matchmaking:join', { username: 'Ben', playerId: other });
    }
    const { players } = await first.started();
    assert.deepEqual([first.playerId, players[0].id, players[1].isBot || players[1].id === other], [own, own, true]);
    const { roomId } = first;
    await first.do('game:move', { roomId, playerId: own, position: 4 });
    await first.do('game:resign', { roomId, playerId: own });
    assert.equal((await first.do('matchmaking:join', { username: 'Ada', playerId: own, wantsBot: true })).playerId, own);
  }
});

test('a guest may repeat the id it was given', async () => {
  const player = await Player.connect(server);
  const { playerId } = await player.do('matchmaking:join', { username: 'Ada' });
  await player.do('matchmaking:leave', { playerId });
  assert.equal((await player.do('matchmaking:join', { username: 'Ada', playerId })).playerId, playerId);
  player.close();
  await hangUp(server);
  const back = await Player.connect(server);
  assert.equal((await back.do('matchmaking:join', { username: 'Ada', playerId })).playerId, playerId);
});

test('an id that is no UUID is refused, and nothing has changed', async () => {
  for (const playerId of ['ada', 'user_123', randomUUID().toUpperCase(), '00000000-0000-0000-0000-000000000000']) {
    const player = await refusedId(playerId);
    assert.notEqual((await player.do('matchmaking:join', { username: 'Eve', wantsBot: true })).playerId, playerId);
  }
});

test('a session is not joined by its id without its token', async () => {
  const player = await Player.connect(server);
  const answer = await player.ask('matchmaking:join', { username: 'Eve', sessionId: 'sess_x', wantsBot: true });
  refusedWith(answer, 'token_invalid');
  assert.match(answer.hint, /auth: \{ token \}/);
});

test('nobody plays under the id of somebody who is connected', oneProcess('connectedIds'), async () => {
  const connected = await Player.connect(server, 'tictactoe');
  const { playerId } = await connected.do('matchmaking:join', { username: 'Ada' });
  await connected.do('matchmaking:leave', { playerId });
  await refusedId(playerId);
});

test('nobody plays under the id of somebody who waits, plays or has played', async () => {
  const waiting = await Player.connect(server, 'tictactoe');
  const { playerId } = await waiting.do('matchmaking:join', { username: 'Ada' });
  await refusedId(playerId);
  await waiting.do('matchmaking:leave', { playerId });
  const [first, second] = await pair(server);
  await refusedId(first.playerId);
  first.close();
  await second.next('player:disconnected');
  await refusedId(first.playerId, ELSEWHERE);
  await second.do('game:resign', second.here);
  await refusedId(first.playerId, ELSEWHERE);
  await refusedId(second.playerId);
});

test('a guest that joins under the id of its own seat is told of its game', async () => {
  const [first, second] = await pair(server);
  first.close();
  await second.next('player:disconnected');
  const back = await Player.connect(server);
  await back.do('matchmaking:join', { username: 'Ada', playerId: first.playerId });
  assert.equal((await back.next('matchmaking:already_started')).roomId, first.roomId);
  await back.do('game:reconnect', { playerId: first.playerId });
  assert.equal((await back.next('game:reconnected')).playerId, first.playerId);
});

test('whoever waits or plays cannot change its id', async () => {
  const player = await Player.connect(server);
  const { playerId } = await player.do('matchmaking:join', { username: 'Ada' });
  refusedWith(await player.ask('matchmaking:join', { username: 'Ada', playerId: randomUUID() }), 'not_your_seat');
  await player.do('matchmaking:leave', { playerId });
});

test('after a restart the place in the queue is that of the id, for the same guest only', async (t) => {
  const own = await Server.start();
  t.after(() => own.stop());
  const ids = [randomUUID(), randomUUID()];
  const ann = await Player.connect(own);
  await ann.do('matchmaking:join', { username: 'Ann', playerId: ids[0], variant: 'classic' });
  await own.restart('SIGKILL');
  const thief = await Player.connect(own, 'tictactoe', ELSEWHERE);
  refusedWith(await thief.ask('matchmaking:join', { username: 'Ann', playerId: ids[0] }), 'not_your_seat');
  const other = await Player.connect(own);
  assert.equal((await other.do('matchmaking:join', { username: 'Ann', playerId: ids[1] })).playerId, ids[1]);
  const back = await Player.connect(own);
  assert.equal((await back.do('matchmaking:join', { username: 'Ann', playerId: ids[0] })).playerId, ids[0]);
  const { players } = await back.started();
  assert.deepEqual(players.map(({ id }) => id), ids, 'who waited longer moves first');
});
