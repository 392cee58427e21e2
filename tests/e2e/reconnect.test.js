// Disconnects and returns: who may take a seat back, for how long, and who may not.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

let server;
let live;
let people = 0;
before(async () => {
  server = await Server.start({ trusted_proxies: '127.0.0.1' });
  live = (await server.key(await server.tenant('Acme'), 'live')).key;
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** The options of a client at another address. */
const FAR_AWAY = { localAddress: '127.0.0.2' };

/** Two guests, one of whom has gone; gives what the other heard of it. */
async function check(options = {}) {
  const first = await Player.connect(server, 'tictactoe', options);
  await first.do('matchmaking:join', { username: 'Ada' });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben' });
  const { reconnectToken } = await first.started();
  await second.started();
  first.close();
  const gone = await second.next('player:disconnected');
  return { first, second, gone, reconnectToken };
}

test('the opponent is told who is gone and until when, and never the id of the transport', async () => {
  const first = await Player.connect(server);
  await first.do('matchmaking:join', { username: 'Ada' });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben' });
  await Promise.all([first.started(), second.started()]);
  const secret = first.socket.io.engine.id;
  const left = Date.now();
  first.close();
  const gone = await second.next('player:disconnected');
  assert.deepEqual(Object.keys(gone).sort(), ['expiresAt', 'playerId', 'roomId', 'seq', 'socketId']);
  assert.equal(gone.playerId, first.playerId);
  assert.ok(gone.expiresAt >= left + 59_000 && gone.expiresAt <= Date.now() + 60_000, 'the window is 60 s');
  assert.notEqual(gone.socketId, secret);
});

test('whoever comes to watch is told until when a player may be away', async () => {
  const { second, gone } = await check();
  const { away } = await seen(server, 'tictactoe', gone.roomId);
  assert.deepEqual(away, [{ playerId: gone.playerId, expiresAt: gone.expiresAt }]);
  await second.do('game:resign', second.here);
  assert.equal((await seen(server, 'tictactoe', gone.roomId)).away, undefined);
});

test('a spectator is told who is gone and who is back', async () => {
  const [first, second] = await pair(server);
  const watcher = await Player.connect(server);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  first.close();
  assert.equal((await watcher.next('player:disconnected')).playerId, first.playerId);
  const state = await seen(server, 'tictactoe', first.roomId);
  assert.deepEqual(state.players.map(({ connected }) => connected), [false, true]);
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: first.playerId });
  assert.equal((await watcher.next('player:reconnected')).playerId, first.playerId);
  assert.equal((await second.next('player:reconnected')).playerId, first.playerId);
});

test('a line that breaks without a word is noticed like a goodbye', async () => {
  const [first, second] = await pair(server);
  first.break();
  assert.equal((await second.next('player:disconnected')).playerId, first.playerId);
});

test('a guest without its token comes back from the same address, and the game goes on', async () => {
  const { first, second } = await check();
  const back = await Player.connect(server);
  const answer = await back.do('game:reconnect', { playerId: first.playerId });
  const state = await back.next('game:reconnected');
  assert.deepEqual([answer.roomId, answer.seq], [state.roomId, state.seq]);
  for (const field of ['roomId', 'playerId', 'players', 'board', 'currentTurn', 'afkTimeoutEnabled', 'afkTimeoutSeconds',
    'afkWarnSeconds', 'variant', 'mark', 'moveHistory', 'seq']) {
    assert.ok(field in state, `game:reconnected says ${field}`);
  }
  assert.deepEqual([state.mark, state.playerId], ['X', first.playerId]);
  back.seat(state);
  assert.equal((await second.next('player:reconnected')).playerId, first.playerId);
  assert.equal((await back.play(4)).ok, true);
  assert.equal((await second.next('game:move:made')).position, 4);
});

test('a guest comes back from anywhere with its reconnectToken, and gets a new one', async () => {
  const { first, reconnectToken } = await check();
  const back = await Player.connect(server, 'tictactoe', FAR_AWAY);
  await back.do('game:reconnect', { playerId: first.playerId, reconnectToken });
  const state = await back.next('game:reconnected');
  assert.ok(state.reconnectToken && state.reconnectToken !== reconnectToken);
});

test('a guest from another address without the token is refused, and the window is unchanged', async () => {
  const { first, second, gone, reconnectToken } = await check();
  const thief = await Player.connect(server, 'tictactoe', FAR_AWAY);
  refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId }), 'not_your_seat');
  const wrong = `${reconnectToken.slice(0, -1)}${reconnectToken.endsWith('A') ? 'B' : 'A'}`;
  refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId, reconnectToken: wrong }), 'not_your_seat');
  assert.equal((await seen(server, 'tictactoe', first.roomId)).seq, gone.seq);
  await second.do('afk:check', { roomId: second.roomId });
  assert.equal(second.has('player:reconnected'), false);
});

test('behind a trusted proxy the address is the one it forwards', async () => {
  const from = (address) => ({ extraHeaders: { 'x-forwarded-for': address } });
  const { first } = await check(from('198.51.100.7'));
  const thief = await Player.connect(server, 'tictactoe', from('203.0.113.9'));
  refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId }), 'not_your_seat');
  const back = await Player.connect(server, 'tictactoe', from('198.51.100.7'));
  await back.do('game:reconnect', { playerId: first.playerId });
});

test('what a client claims of its address is not believed without a proxy', async () => {
  const { first } = await check();
  const claim = { ...FAR_AWAY, extraHeaders: { 'x-forwarded-for': '127.0.0.1' } };
  const thief = await Player.connect(server, 'tictactoe', claim);
  refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId }), 'not_your_seat');
});

test('a guest whose client has shown the token comes back with it only, in the next game too', async () => {
  const { first, second, reconnectToken } = await check();
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: first.playerId, reconnectToken });
  back.seat(await back.next('game:reconnected'));
  const forgotten = async (player, opponent) => {
    player.close();
    await opponent.next('player:disconnected');
    const thief = await Player.connect(server);
    refusedWith(await thief.ask('game:reconnect', { playerId: player.playerId }), 'not_your_seat');
    return thief;
  };
  const again = await forgotten(back, second);
  await again.do('game:reconnect', { playerId: first.playerId, reconnectToken: back.reconnectToken });
  again.seat(await again.next('game:reconnected'));
  await again.do('game:resign', again.here);
  const opponent = await Player.connect(server);
  for (const player of [again, opponent]) await player.do('matchmaking:join', { username: 'Next' });
  await Promise.all([again.started(), opponent.started()]);
  assert.equal(again.playerId, first.playerId);
  await forgotten(again, opponent);
});

test('a guest who comes back before the end of its old connection was handled is let in', async () => {
  const [first, second] = await pair(server);
  const back = await Player.connect(server);
  first.close();
  // The end of the old connection arrives on another line: ask until it has.
  let answer = await back.ask('game:reconnect', { playerId: first.playerId });
  while (!answer.ok) {
    refusedWith(answer, 'not_your_seat');
    answer = await back.ask('game:reconnect', { playerId: first.playerId });
  }
  assert.equal((await second.next('player:disconnected')).playerId, first.playerId);
  assert.equal((await second.next('player:reconnected')).playerId, first.playerId);
});

test('a seat taken with a session token is retaken only with that token', async () => {
  people += 1;
  const session = (id) => server.session(live, { game: 'tictactoe', matchType: 'bot', players: [{ id }] });
  const own = await session(`ada-${people}`);
  const player = await holder(server, own.sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  const { roomId, playerId } = await player.started();
  player.close();
  const guest = await Player.connect(server);
  assert.equal((await guest.ask('game:reconnect', { playerId })).ok, false);
  const later = await holder(server, (await session(playerId)).sessionToken);
  refusedWith(await later.ask('game:reconnect', { playerId }), 'not_your_seat');
  const back = await holder(server, own.sessionToken);
  await back.do('game:reconnect', { playerId });
  assert.equal((await back.next('game:reconnected')).roomId, roomId);
});

test('a socket whose seat was taken over gets it back when the newer one is gone', async () => {
  const [first, second] = await pair(server);
  const newer = await Player.connect(server);
  await newer.do('game:reconnect', { playerId: first.playerId, reconnectToken: first.reconnectToken });
  assert.equal((await first.next('game:error')).code, 'taken_over');
  newer.close();
  const { reconnectToken } = await first.next('game:reconnected');
  assert.equal((await first.play(0)).ok, true);
  assert.equal((await second.next('game:move:made')).position, 0);
  first.close();
  const back = await Player.connect(server, 'tictactoe', FAR_AWAY);
  await back.do('game:reconnect', { playerId: first.playerId, reconnectToken });
  assert.equal((await back.next('game:reconnected')).roomId, first.roomId, 'the token that came with the seat opens it');
});

test('the newer of two sockets takes the seat; the older is told taken_over and is read-only', async () => {
  const [first, second] = await pair(server);
  const newer = await Player.connect(server);
  await newer.do('game:reconnect', { playerId: first.playerId, reconnectToken: first.reconnectToken });
  newer.seat(await newer.next('game:reconnected'));
  assert.equal((await first.next('game:error')).code, 'taken_over');
  refusedWith(await first.play(0), 'taken_over');
  refusedWith(await first.ask('game:resign', first.here), 'taken_over');
  assert.equal((await newer.play(0)).ok, true);
  assert.equal((await first.next('game:move:made')).position, 0, 'the older still hears the game');
  first.close();
  await second.play(1);
  await newer.next('game:move:made', ({ position }) => position === 1);
  await newer.do('afk:check', newer.here);
  assert.equal(newer.has('player:disconnected'), false);
  assert.equal(second.has('player:disconnected'), false, 'a late disconnect of the older starts no window');
});

test('a known playerId alone never takes a seat that is held, from wherever it comes', async () => {
  const [first] = await pair(server);
  for (const options of [{}, FAR_AWAY]) {
    const thief = await Player.connect(server, 'tictactoe', options);
    refusedWith(await thief.ask('game:reconnect', { playerId: first.playerId }), 'not_your_seat');
  }
  assert.equal((await first.play(0)).ok, true);
  assert.equal(first.has('game:error'), false);
});

test('game:reconnect of the holder itself brings it up to date and changes nothing', async () => {
  const [first, second] = await pair(server);
  await first.play(4);
  const before = await seen(server, 'tictactoe', first.roomId);
  await first.do('game:reconnect', { playerId: first.playerId });
  const state = await first.next('game:reconnected');
  assert.deepEqual([state.board, state.seq, state.moveHistory], [before.board, before.seq, before.moveHistory]);
  await second.do('afk:check', second.here);
  assert.equal(second.has('player:reconnected'), false);
});

test('without a game there is nothing to come back to', async () => {
  const player = await Player.connect(server);
  refusedWith(await player.ask('game:reconnect', { playerId: 'nobody' }), 'nothing_to_reconnect');
  refusedWith(await player.ask('game:reconnect', {}), 'bad_payload');
});

test('a finished room answers game:reconnect and game:spectate with the final state and game:over', async () => {
  const [first, second] = await pair(server);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await [first, second][ply % 2].play(cell);
  const over = await first.next('game:over');
  first.close();
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: first.playerId });
  assert.equal((await back.next('game:reconnected')).moveHistory.length, 5);
  assert.deepEqual(await back.next('game:over'), over);
  const watcher = await Player.connect(server);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  assert.equal((await watcher.next('game:spectate:joined')).moveHistory.length, 5);
  assert.deepEqual(await watcher.next('game:over'), over);
});

test('a finished room is forgotten when its time is over', async (t) => {
  const brief = await Server.start({ 'times.keep_finished': '0s' });
  t.after(() => brief.stop());
  const [first, second] = await pair(brief);
  await first.do('game:resign', first.here);
  await second.next('game:over');
  const spectate = () => second.ask('game:spectate', { roomId: first.roomId, username: 'Ben' });
  let answer = await spectate();
  while (answer.ok) answer = await spectate();
  refusedWith(answer, 'unknown_room');
  const playerId = first.playerId;
  refusedWith(await first.ask('game:reconnect', { playerId }), 'nothing_to_reconnect');
});

test('a session whose game is over and forgotten answers reconnect_expired', async (t) => {
  const brief = await Server.start({ 'times.keep_finished': '0s' });
  t.after(() => brief.stop());
  const { key } = await brief.key(await brief.tenant('Acme'), 'live');
  const { sessionToken } = await brief.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada' }] });
  const player = await holder(brief, sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  await player.started();
  await player.do('game:resign', player.here);
  let answer = await player.ask('game:reconnect', { playerId: 'ada' });
  while (answer.ok) answer = await player.ask('game:reconnect', { playerId: 'ada' });
  refusedWith(answer, 'reconnect_expired');
});

test('whoever does not come back in time loses by disconnect', async (t) => {
  const short = await Server.start({ 'times.reconnect_window': '1s' });
  t.after(() => short.stop());
  const [first, second] = await pair(short);
  first.close();
  await second.next('player:disconnected');
  const { winner, reason, winningLine } = await second.next('game:over');
  assert.deepEqual([winner, reason, winningLine], [second.playerId, 'disconnect', null]);
});

test('each disconnect opens a window of its own', async (t) => {
  const short = await Server.start({ 'times.reconnect_window': '10m', 'times.reconnect_total': '1h' });
  t.after(() => short.stop());
  const [first, second] = await pair(short);
  let last = 0;
  let player = first;
  for (let round = 0; round < 3; round += 1) {
    player.close();
    const { expiresAt } = await second.next('player:disconnected');
    assert.ok(expiresAt > last);
    last = expiresAt;
    player = await Player.connect(short);
    await player.do('game:reconnect', { playerId: first.playerId });
  }
  assert.equal(second.has('game:over'), false);
});
