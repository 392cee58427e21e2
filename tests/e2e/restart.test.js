// The server ends and comes back, by its operator's wish or without it: games go on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againstBot, hangUp, holder, pair, Player } from './player.js';
import { Server, TEST_NODES } from './server.js';

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after ${signal} a game between guests goes on with the same reconnect tokens`, async (t) => {
    const server = await Server.start();
    t.after(() => server.stop());
    const first = await Player.connect(server);
    await first.do('matchmaking:join', { username: 'Ada' });
    const second = await Player.connect(server, 'tictactoe', { localAddress: '127.0.0.2' });
    await second.do('matchmaking:join', { username: 'Ben' });
    const tokens = [(await first.started()).reconnectToken, (await second.started()).reconnectToken];
    await first.play(4);
    await second.play(0);
    await server.restart(signal);
    const seats = [];
    for (const [index, player] of [first, second].entries()) {
      const back = await Player.connect(server, 'tictactoe', { localAddress: '127.0.0.3' });
      await back.do('game:reconnect', { playerId: player.playerId, reconnectToken: tokens[index] });
      const state = await back.next('game:reconnected');
      assert.deepEqual(state.moveHistory.map(({ position }) => position), [4, 0]);
      assert.deepEqual([state.roomId, state.currentTurn, state.mark], [first.roomId, 0, 'XO'[index]]);
      back.seat(state);
      seats.push(back);
    }
    for (const [ply, cell] of [2, 8, 6].entries()) assert.equal((await seats[ply % 2].play(cell)).ok, true);
    const { winner, winningLine } = await seats[1].next('game:over');
    assert.deepEqual([winner, winningLine], [first.playerId, [2, 4, 6]]);
    await hangUp(server);
  });

  test(`after ${signal} a game of checkers with session tokens goes on, and its result is stored`, async (t) => {
    const server = await Server.start();
    t.after(() => server.stop());
    const { key } = await server.key(await server.tenant('Acme'), 'live');
    const session = await server.session(key, {
      game: 'checkers',
      variant: 'international',
      matchType: 'private',
      players: [{ id: 'ada' }, { id: 'ben' }],
    });
    const enter = async ({ sessionToken }) => holder(server, sessionToken, 'checkers');
    const players = [];
    for (const token of session.tokens) players.push(await enter(token));
    for (const player of players) await player.do('matchmaking:join', { username: 'x' });
    const started = await players[0].started();
    await players[1].started();
    const { moves } = await players[0].do('game:get_moves', players[0].here);
    await players[0].play(moves[0]);
    await server.restart(signal);
    const back = [];
    for (const [index, token] of session.tokens.entries()) {
      const player = await enter(token);
      await player.do('game:reconnect', { playerId: ['ada', 'ben'][index] });
      const state = await player.next('game:reconnected');
      assert.deepEqual([state.roomId, state.moveHistory.length, state.currentTurn], [started.roomId, 1, 1]);
      player.seat(state);
      back.push(player);
    }
    await back[1].do('game:resign', back[1].here);
    assert.equal((await back[0].next('game:over')).winner, 'ada');
    await server.restart(signal);
    const { body } = await server.call('GET', `/v1/sessions/${session.sessionId}`, { key });
    assert.deepEqual([body.status, body.result.winner, body.result.reason], ['ended', 'ada', 'resignation']);
    const record = await server.call('GET', `/v1/games/${started.roomId}`, { key });
    assert.equal(record.body.moveHistory.length, 1);
  });

  test(`after ${signal} keys, sessions and room codes are as before`, async (t) => {
    const server = await Server.start();
    t.after(() => server.stop());
    const { key } = await server.key(await server.tenant('Acme'), 'test');
    const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players: [{ id: 'ada' }] });
    await server.restart(signal);
    const body = { roomCode: session.roomCode, game: 'tictactoe', player: { id: 'ben' } };
    const friend = await server.call('POST', '/v1/sessions/join', { key, body });
    assert.equal(friend.status, 201);
    for (const token of [session.sessionToken, friend.body.sessionToken]) {
      const player = await holder(server, token);
      await player.do('matchmaking:join', { username: 'x' });
      if (token !== session.sessionToken) await player.started();
    }
    await hangUp(server);
  });
}

test('before it stops, the server says server:restarting and when to come back', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const [first, second] = await pair(server);
  const watcher = await Player.connect(server, 'checkers');
  const restarted = server.restart('SIGTERM');
  for (const player of [first, second, watcher]) {
    const { retryAfterMs } = await player.next('server:restarting');
    assert.ok(retryAfterMs > 0);
    await player.next('disconnect');
  }
  await restarted;
  assert.equal(first.has('game:over'), false);
});

test('a stock client that reconnects by itself finds its game again', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const player = await Player.connect(server, 'tictactoe', { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 100 });
  await player.do('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy' });
  await player.started();
  const again = new Promise((resolve) => player.socket.once('disconnect', () => player.socket.once('connect', resolve)));
  await server.restart('SIGKILL');
  await again;
  await player.do('game:reconnect', { playerId: player.playerId });
  assert.equal((await player.next('game:reconnected')).roomId, player.roomId);
  assert.equal((await player.play(4)).ok, true);
  await player.next('game:move:made', ({ mark }) => mark === 'O');
  await hangUp(server);
});

test('a bot whose turn it was moves after the restart', async (t) => {
  const server = await Server.start({ 'times.bot_delays.tictactoe.hard': '2s' });
  t.after(() => server.stop());
  const player = await againstBot(server, 'tictactoe', 'hard');
  await player.play(4);
  await server.restart('SIGKILL');
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: player.playerId });
  const { currentTurn } = await back.next('game:reconnected');
  if (currentTurn === 1) await back.next('game:move:made', ({ mark }) => mark === 'O');
  await hangUp(server);
});

test('the time the server was down counts against no player: the idle clock goes on with what was left', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const [first] = await pair(server);
  const { status } = await first.do('afk:check', first.here);
  await server.restart('SIGKILL');
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: first.playerId });
  const later = await back.do('afk:check', { roomId: first.roomId });
  assert.equal(later.status.playerId, first.playerId);
  assert.ok(later.status.expiresAt >= status.expiresAt);
  await hangUp(server);
});

test('if both windows end at the same instant nobody wins', async (t) => {
  // Several nodes are started within one window, also on a slow machine.
  const server = await Server.start({ 'times.reconnect_window': TEST_NODES > 1 ? '15s' : '1s' });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const players = [{ id: 'ada' }, { id: 'ben' }];
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players });
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken);
    await player.do('matchmaking:join', { username: 'x' });
    if (sessionToken !== session.sessionToken) await player.started();
  }
  await server.restart('SIGKILL'); // and neither comes back
  const get = async () => (await server.call('GET', `/v1/sessions/${session.sessionId}`, { key })).body;
  let body = await get();
  while (body.status === 'active') body = await get();
  assert.deepEqual([body.status, body.result.winner, body.result.reason], ['ended', null, 'disconnect']);
});
