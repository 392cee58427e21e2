// Socket.IO v5 over Engine.IO 4: websocket, polling and the way from one to the other, on both paths.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { oneProcess } from './one-process.js';
import { hangUp, pair, Player } from './player.js';
import { Server } from './server.js';

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** Two humans play a whole game with these options of the client. */
async function check(options) {
  const players = await pair(server, 'tictactoe', {}, options);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) {
    const answer = await players[ply % 2].play(cell);
    assert.equal(answer.ok, true, answer.error);
  }
  for (const player of players) assert.equal((await player.next('game:over')).winner, players[0].playerId);
  return players;
}

const transport = (player) => player.socket.io.engine.transport.name;

for (const path of ['/socket.io', '/api/socket/io']) {
  test(`a game over websockets only, on ${path}`, async () => {
    const [first] = await check({ path, transports: ['websocket'] });
    assert.equal(transport(first), 'websocket');
  });

  test(`a game over polling only, on ${path}`, async () => {
    const [first] = await check({ path, transports: ['polling'] });
    assert.equal(transport(first), 'polling');
  });

  test(`a client that begins with polling goes on with a websocket, on ${path}`, async () => {
    const player = await Player.connect(server, 'tictactoe', { path, transports: ['polling', 'websocket'] });
    const { engine } = player.socket.io;
    if (transport(player) !== 'websocket') await new Promise((resolve) => engine.once('upgrade', resolve));
    await player.do('matchmaking:join', { username: 'Ada', wantsBot: true });
    await player.started();
    assert.equal(transport(player), 'websocket');
  });
}

test('players on different transports and paths meet', async () => {
  const first = await Player.connect(server, 'tictactoe', { transports: ['polling'], path: '/api/socket/io' });
  await first.do('matchmaking:join', { username: 'Ada' });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben' });
  await Promise.all([first.started(), second.started()]);
  await first.play(0);
  assert.equal((await second.next('game:move:made')).position, 0);
});

test('one connection may carry both games', async () => {
  const player = await Player.connect(server, 'tictactoe');
  const socket = player.socket.io.socket('/checkers');
  const started = new Promise((resolve) => socket.once('game:started', resolve));
  socket.connect();
  socket.emit('matchmaking:join', { username: 'Ada', wantsBot: true });
  assert.equal((await started).color, 'red');
  await player.do('matchmaking:join', { username: 'Ada', wantsBot: true });
  assert.equal((await player.started()).mark, 'X');
  socket.disconnect();
});

test('a namespace that does not exist is refused', async () => {
  const error = await Player.refused(server, 'chess', {});
  assert.equal(error.message, 'Invalid namespace');
});

test('events of one socket are handled in the order sent', async () => {
  const [first, second] = await pair(server);
  first.tell('game:move', { ...first.here, position: 0 });
  first.tell('game:resign', first.here);
  assert.equal((await second.next('game:move:made')).position, 0);
  assert.equal((await second.next('game:over')).reason, 'resignation');
  assert.equal(first.has('game:error'), false);
});

test('a message larger than the limit closes the connection and says why: code 1009 on a websocket', oneProcess('lastWords'), async () => {
  const player = await Player.connect(server);
  const closed = new Promise((resolve) => player.socket.once('disconnect', (_, details) => resolve(details.context)));
  player.tell('matchmaking:join', { username: 'x'.repeat(1_000_000) });
  const { code, reason } = await closed;
  assert.deepEqual([code, reason], [1009, 'message too large']);
  const poller = await Player.connect(server, 'tictactoe', { transports: ['polling'] });
  poller.tell('matchmaking:join', { username: 'x'.repeat(1_000_000) });
  assert.match(await poller.next('disconnect'), /transport (close|error)/);
  assert.equal((await server.call('GET', '/healthz')).status, 200);
});

test('guests come only from the sites the operator lists', async (t) => {
  const strict = await Server.start({ guest_origins: 'https://play.example' });
  t.after(() => strict.stop());
  const from = (origin) => ({ extraHeaders: { origin } });
  for (const transports of [['websocket'], ['polling']]) {
    await Player.connect(strict, 'tictactoe', { transports, ...from('https://play.example') });
    for (const origin of ['https://evil.example', 'https://play.example.evil.example', 'http://play.example', 'null']) {
      const error = await Player.refused(strict, 'tictactoe', { transports, ...from(origin) });
      assert.equal(error.data.code, 'origin_not_allowed', origin);
    }
  }
});
