// After a restart game:reconnect leads to the newest game, and whoever missed the end of it is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangUp, holder, pair, Player, refusedWith } from './player.js';
import { Server } from './server.js';

const NAMES = ['ada', 'ben', 'cleo', 'dan'];
const LONG = { 'times.token_life': '1h' };

async function start(t, settings = {}) {
  const server = await Server.start({ ...LONG, ...settings });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  return { server, key };
}

/** A private game of two players, which has begun: the players with their tokens. */
async function table({ server, key }, ids) {
  const players = ids.map((id) => ({ id }));
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players });
  const seats = [];
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken);
    player.token = sessionToken;
    await player.do('matchmaking:join', { username: 'x' });
    seats.push(player);
  }
  await Promise.all(seats.map((player) => player.started()));
  return Object.assign(seats, { session });
}

/** Comes back by game:reconnect, with a token or as a guest. */
async function back(server, { playerId, token, reconnectToken }, options = {}) {
  const player = token ? await holder(server, token) : await Player.connect(server, 'tictactoe', options);
  await player.do('game:reconnect', { playerId, reconnectToken });
  player.seat(await player.next('game:reconnected'));
  return player;
}

/** Both are led to this finished room and hear how it ended. */
async function hearTheEnd(server, players, room, winner) {
  for (const player of players) {
    const again = await back(server, player);
    assert.equal(again.roomId, room);
    const over = await again.next('game:over');
    assert.deepEqual([over.roomId, over.winner], [room, winner]);
  }
}

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after ${signal} whoever has played several games is led to the newest, and hears how it ended`, async (t) => {
    const acme = await start(t);
    const newest = [];
    for (const [first, second] of [NAMES.slice(0, 2), NAMES.slice(2)]) {
      for (let game = 0; game < 4; game += 1) {
        const seats = await table(acme, [first, second]);
        await seats[0].do('game:resign', seats[0].here);
        if (game === 3) newest.push(seats);
      }
    }
    await acme.server.restart(signal);
    for (const seats of newest) await hearTheEnd(acme.server, seats, seats[0].roomId, seats[1].playerId);
  });

  test(`after ${signal} guests who have played several games are led to the newest`, async (t) => {
    const { server } = await start(t);
    const players = await pair(server);
    for (let game = 0; game < 4; game += 1) {
      if (game > 0) {
        for (const player of players) await player.do('matchmaking:join', { username: 'again' });
        for (const player of players) player.reconnectToken = (await player.started()).reconnectToken;
      }
      await players[0].do('game:resign', players[0].here);
      await Promise.all(players.map((player) => player.next('game:over')));
    }
    await server.restart(signal);
    await hearTheEnd(server, players, players[0].roomId, players[1].playerId);
  });
}

test('a running game counts before every finished one', async (t) => {
  const acme = await start(t);
  for (let game = 0; game < 3; game += 1) {
    const seats = await table(acme, NAMES.slice(0, 2));
    await seats[0].do('game:resign', seats[0].here);
  }
  const seats = await table(acme, NAMES.slice(0, 2));
  await seats[0].play(4);
  await acme.server.restart('SIGKILL');
  for (const player of seats) {
    const again = await back(acme.server, player);
    assert.equal(again.roomId, seats[0].roomId);
    assert.equal(again.has('game:over'), false);
  }
});

test('a rematch that has begun counts before the game it followed', async (t) => {
  const { server } = await start(t);
  const players = await pair(server);
  await players[0].do('game:resign', players[0].here);
  for (const player of players) await player.do('game:rematch', player.here);
  const [{ roomId }] = await Promise.all(players.map((player) => player.started()));
  await server.restart('SIGKILL');
  for (const player of players) assert.equal((await back(server, player)).roomId, roomId);
});

test('the token of an older session leads to the game of that session', async (t) => {
  const acme = await start(t);
  const older = await table(acme, NAMES.slice(0, 2));
  await older[0].do('game:resign', older[0].here);
  const newer = await table(acme, NAMES.slice(0, 2));
  await newer[1].do('game:resign', newer[1].here);
  for (const restart of [false, true]) {
    if (restart) await acme.server.restart('SIGKILL');
    await hearTheEnd(acme.server, older, older[0].roomId, 'ben');
    await hearTheEnd(acme.server, newer, newer[0].roomId, 'ada');
  }
});

test('a new session finds nothing to come back to in finished games of other sessions, and no seat in a running one', async (t) => {
  const acme = await start(t);
  const older = await table(acme, NAMES.slice(0, 2));
  const fresh = async () => holder(acme.server, (await acme.server.session(acme.key, { game: 'tictactoe', players: [{ id: 'ada' }] })).sessionToken);
  refusedWith(await (await fresh()).ask('game:reconnect', { playerId: 'ada' }), 'not_your_seat');
  await older[0].do('game:resign', older[0].here);
  for (const restart of [false, true]) {
    if (restart) await acme.server.restart('SIGKILL');
    refusedWith(await (await fresh()).ask('game:reconnect', { playerId: 'ada' }), 'nothing_to_reconnect');
  }
});

test('the secret of an older game of a guest leads to that game, if the newest takes no other proof', async (t) => {
  const { server } = await start(t);
  const first = await Player.connect(server);
  await first.do('matchmaking:join', { username: 'Ada', wantsBot: true });
  const { reconnectToken } = await first.started();
  const older = first.roomId;
  await first.do('game:resign', first.here);
  await first.do('matchmaking:join', { username: 'Ada', wantsBot: true });
  await first.started();
  await server.restart('SIGKILL');
  const elsewhere = await back(server, { playerId: first.playerId, reconnectToken }, { localAddress: '127.0.0.9' });
  assert.equal(elsewhere.roomId, older);
  await elsewhere.next('game:over');
});

test('a game that ended by its deadline while both were away is told to both when they return', async (t) => {
  const acme = await start(t, { 'times.reconnect_window': '1s' });
  const seats = await table(acme, NAMES.slice(0, 2));
  await acme.server.restart('SIGKILL');
  const status = async () =>
    (await acme.server.call('GET', `/v1/sessions/${seats.session.sessionId}`, { key: acme.key })).body.status;
  while ((await status()) === 'active');
  await hearTheEnd(acme.server, seats, seats[0].roomId, null);
  await acme.server.restart('SIGKILL');
  await hearTheEnd(acme.server, seats, seats[0].roomId, null);
  await hangUp(acme.server);
});
