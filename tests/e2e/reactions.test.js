// Quick reactions: a few words between the people at a board, and nothing else.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

const REACTIONS = ['hello', 'good_luck', 'well_played', 'thanks', 'oops', 'good_game'];

async function spectator(roomId) {
  const watcher = await Player.connect(server);
  await watcher.do('game:spectate', { roomId, username: 'Eve' });
  await watcher.next('game:spectate:joined');
  return watcher;
}

test('a reaction of a player is told to everyone in the room, and to nobody else', async () => {
  const [first, second] = await pair(server);
  const [other] = await pair(server);
  const watcher = await spectator(first.roomId);
  await first.do('game:react', { ...first.here, reaction: 'good_luck' });
  const { roomId, playerId } = first;
  for (const one of [first, second, watcher]) {
    assert.deepEqual(await one.next('game:reaction'), { roomId, playerId, reaction: 'good_luck', seq: 1 });
  }
  await other.do('game:react', { ...other.here, reaction: 'hello' });
  assert.equal((await other.next('game:reaction')).reaction, 'hello');
});

test('it can be said again after the game, and is no part of it', async () => {
  const [first, second] = await pair(server);
  await second.do('game:react', { ...second.here, reaction: 'oops' });
  const before = await seen(server, 'tictactoe', first.roomId);
  await second.do('game:resign', second.here);
  await first.next('game:over');
  await first.do('game:react', { ...first.here, reaction: 'good_game' });
  await second.next('game:reaction', ({ reaction }) => reaction === 'good_game');
  const after = await seen(server, 'tictactoe', first.roomId);
  assert.deepEqual([before.seq, after.seq], [1, 2], 'the end is the only thing that has a number');
  const watcher = await spectator(first.roomId);
  assert.equal(watcher.has('game:reaction'), false, 'nothing is kept');
});

test('every word of the list is known, and no other', async () => {
  for (const reaction of REACTIONS) {
    const [first, second] = await pair(server);
    await first.do('game:react', { ...first.here, reaction });
    assert.equal((await second.next('game:reaction')).reaction, reaction);
  }
  const [first, second] = await pair(server);
  for (const reaction of ['hi there', 'HELLO', '', 7, null, ['hello']]) {
    const answer = await first.ask('game:react', { ...first.here, reaction });
    refusedWith(answer, 'bad_payload');
    assert.equal(answer.param, 'reaction');
  }
  assert.equal(second.has('game:reaction'), false);
});

test('spectators, strangers and those who claim another seat are refused', async () => {
  const [first, second] = await pair(server);
  const reaction = { ...first.here, reaction: 'hello' };
  refusedWith(await (await spectator(first.roomId)).ask('game:react', reaction), 'spectators_cannot');
  refusedWith(await (await Player.connect(server)).ask('game:react', reaction), 'unknown_room');
  refusedWith(await second.ask('game:react', reaction), 'not_your_seat');
  refusedWith(await first.ask('game:react', { ...reaction, roomId: 'room_none' }), 'unknown_room');
  assert.equal(second.has('game:reaction'), false);
});

test('a player who goes on is told to wait, and the game goes on', async () => {
  const [first, second] = await pair(server);
  const answers = [];
  for (let number = 0; number < 20; number += 1) answers.push(await first.ask('game:react', { ...first.here, reaction: 'hello' }));
  assert.deepEqual(answers.slice(0, 3).map(({ ok }) => ok), [true, true, true]);
  const refused = answers.find(({ ok }) => !ok);
  refusedWith(refused, 'rate_limited');
  assert.match(refused.hint, /wait \d+ seconds/);
  assert.ok(answers.filter(({ ok }) => ok).length < 15);
  assert.equal((await first.play(0)).ok, true);
  await second.next('game:move:made');
});
