// Spectators: they see everything, and can do nothing.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair, Player, refusedSoon, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
let live;
let other;
before(async () => {
  server = await Server.start({ 'limits.spectators_per_room': 3 });
  live = (await server.key(await server.tenant('Acme'), 'live')).key;
  other = (await server.key(await server.tenant('Bolt'), 'live')).key;
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** Somebody who watches a room. */
async function spectator(roomId, game = 'tictactoe') {
  const watcher = await Player.connect(server, game);
  await watcher.do('game:spectate', { roomId, username: 'Eve' });
  watcher.seat({ roomId, playerId: undefined });
  return watcher;
}

test('a spectator is told players, board, turn, history and variant, and no secret', async () => {
  const [first, second] = await pair(server);
  await first.play(4);
  const watcher = await spectator(first.roomId);
  const joined = await watcher.next('game:spectate:joined');
  assert.deepEqual(Object.keys(joined).sort(), ['board', 'currentTurn', 'moveHistory', 'players', 'roomId', 'seq', 'variant']);
  assert.deepEqual([joined.currentTurn, joined.variant, joined.seq], [1, 'classic', 2]);
  assert.deepEqual(joined.players.map(({ id }) => id), [first.playerId, second.playerId]);
  assert.deepEqual(joined.moveHistory.map(({ position }) => position), [4]);
  assert.doesNotMatch(JSON.stringify(watcher.heard), /reconnectToken|address|digest/);
});

test('a spectator hears every event that changes the room, with no number missing', async () => {
  const [first, second] = await pair(server);
  const watcher = await spectator(first.roomId);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await [first, second][ply % 2].play(cell);
  const over = await watcher.next('game:over');
  assert.deepEqual([over.winner, over.reason], [first.playerId, 'victory']);
  const numbers = watcher.heard.map(({ payload }) => payload.seq);
  assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7]);
});

test('spectators can never move, resign, ask for a rematch or check AFK of a seat', async () => {
  const [first] = await pair(server);
  const watcher = await spectator(first.roomId);
  const before = await seen(server, 'tictactoe', first.roomId);
  const seat = first.here;
  refusedWith(await watcher.ask('game:move', { ...seat, position: 0 }), 'spectators_cannot');
  refusedWith(await watcher.ask('game:resign', seat), 'spectators_cannot');
  refusedWith(await watcher.ask('game:rematch', seat), 'spectators_cannot');
  refusedWith(await watcher.ask('afk:check', seat), 'spectators_cannot');
  assert.deepEqual(await seen(server, 'tictactoe', first.roomId), before);
});

test('spectators of checkers can never offer, accept or decline a draw', async () => {
  const [first] = await pair(server, 'checkers');
  const watcher = await spectator(first.roomId, 'checkers');
  for (const event of ['game:draw:offer', 'game:draw:accept', 'game:draw:decline']) {
    refusedWith(await watcher.ask(event, first.here), 'spectators_cannot');
  }
});

test('whoever stops watching hears no more', async () => {
  const [first, second] = await pair(server);
  const watcher = await spectator(first.roomId);
  await watcher.next('game:spectate:joined');
  await watcher.do('game:spectate:leave', { roomId: first.roomId });
  await first.play(0);
  await second.next('game:move:made');
  await watcher.ask('afk:check', { roomId: first.roomId });
  assert.equal(watcher.has('game:move:made'), false);
});

test('watching again brings a spectator up to date', async () => {
  const [first] = await pair(server);
  const watcher = await spectator(first.roomId);
  await watcher.next('game:spectate:joined');
  await first.play(0);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  const { seq, board } = await watcher.next('game:spectate:joined');
  assert.deepEqual([seq, board[0]], [2, 'X']);
});

test('an unknown room, and a room of the other game, cannot be watched', async () => {
  const [first] = await pair(server);
  const watcher = await Player.connect(server, 'checkers');
  refusedWith(await watcher.ask('game:spectate', { roomId: first.roomId, username: 'Eve' }), 'unknown_room');
  refusedWith(await watcher.ask('game:spectate', { roomId: 'room_nowhere', username: 'Eve' }), 'unknown_room');
});

test('a room of another tenant cannot be watched with a token', async () => {
  const session = (key, id) => server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id }] });
  const player = await holder(server, (await session(live, 'ada')).sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  await player.started();
  const stranger = await holder(server, (await session(other, 'eve')).sessionToken);
  refusedWith(await stranger.ask('game:spectate', { roomId: player.roomId, username: 'Eve' }), 'unknown_room');
});

test('players are told how many watch, and so are spectators who asked for it', async () => {
  const [first] = await pair(server);
  const curious = await Player.connect(server, 'tictactoe', { auth: { spectators: true } });
  await curious.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  const [other] = [await spectator(first.roomId)];
  for (const one of [first, curious]) await one.next('game:spectators', ({ count }) => count === 2);
  other.close();
  for (const one of [first, curious]) await one.next('game:spectators', ({ count }) => count === 1);
  assert.equal(other.heard.some(({ name }) => name === 'game:spectators'), false);
});

test('the gallery is bounded', async () => {
  const [first] = await pair(server);
  for (let seat = 0; seat < 3; seat += 1) await spectator(first.roomId);
  const late = async () => (await Player.connect(server)).ask('game:spectate', { roomId: first.roomId, username: 'Late' });
  refusedWith(await refusedSoon(server, late), 'rate_limited');
});

test('running games between humans are listed for anyone', async () => {
  const [first] = await pair(server);
  await first.play(0);
  const { status, body } = await server.call('GET', '/v1/rooms?game=tictactoe');
  assert.equal(status, 200);
  const room = body.rooms.find(({ roomId }) => roomId === first.roomId);
  assert.deepEqual(room.players.map(({ username }) => username), ['Ada', 'Ben']);
  assert.deepEqual(Object.keys(room).sort(), ['moveCount', 'players', 'roomId', 'variant']);
  assert.deepEqual([room.moveCount, room.variant], [1, 'classic']);
  const checkers = await server.call('GET', '/v1/rooms?game=checkers');
  assert.equal(checkers.body.rooms.some(({ roomId }) => roomId === first.roomId), false);
  await first.do('game:resign', first.here);
  const later = await server.call('GET', '/v1/rooms?game=tictactoe');
  assert.equal(later.body.rooms.some(({ roomId }) => roomId === first.roomId), false);
});
