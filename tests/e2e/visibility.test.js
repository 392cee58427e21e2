// Who sees which games: public ones anyone, private and test games nobody but their tenant, and players see who watches.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair, Player, refusedWith } from './player.js';
import { Server } from './server.js';

let server;
let live;
let trial;
let other;
let people = 0;
before(async () => {
  server = await Server.start();
  await server.tenant('Acme');
  live = (await server.key('acme', 'live')).key;
  trial = (await server.key('acme', 'test')).key;
  other = (await server.key(await server.tenant('Bolt'), 'live')).key;
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** The rooms that somebody with this key or token, or with nothing, is shown. */
async function listed(key) {
  const rooms = [];
  let after = '';
  do {
    const { status, body } = await server.call('GET', `/v1/rooms?game=tictactoe${after}`, { key });
    assert.equal(status, 200);
    rooms.push(...body.rooms);
    after = body.hasMore ? `&after=${encodeURIComponent(body.after)}` : '';
  } while (after);
  return rooms;
}

async function isListed(roomId, key) {
  return (await listed(key)).some((room) => room.roomId === roomId);
}

/** Whether somebody who connects like this may watch a room; a refusal is that of a room which does not exist. */
async function mayWatch(roomId, options = {}) {
  const watcher = await Player.connect(server, 'tictactoe', options);
  const answer = await watcher.ask('game:spectate', { roomId, username: 'Eve' });
  const nowhere = await watcher.ask('game:spectate', { roomId: `room_${'x'.repeat(22)}`, username: 'Eve' });
  watcher.close();
  if (!answer.ok) assert.deepEqual(answer, nowhere);
  return answer.ok;
}

/** Two players of a tenant at one board. */
async function game(key, first = {}, second = first) {
  const sessions = [];
  for (const fields of [first, second]) {
    people += 1;
    sessions.push(await server.session(key, { game: 'tictactoe', players: [{ id: `p${people}` }], ...fields }));
  }
  return seated(sessions.map(({ sessionToken }) => sessionToken));
}

/** Two players of a tenant at the board of one private session. */
async function privateGame(key, fields = {}) {
  people += 2;
  const players = [{ id: `p${people - 1}` }, { id: `p${people}` }];
  const { tokens } = await server.session(key, { game: 'tictactoe', matchType: 'private', players, ...fields });
  return seated(tokens.map(({ sessionToken }) => sessionToken));
}

async function seated(tokens) {
  const players = [];
  for (const token of tokens) {
    const player = await holder(server, token);
    await player.do('matchmaking:join', { username: 'x' });
    players.push(Object.assign(player, { token }));
  }
  await Promise.all(players.map((player) => player.started()));
  return players;
}

test('a tenant\'s games are listed to nobody but itself, and nobody else watches them', async () => {
  const games = {
    matchmaking: await game(live),
    private: await privateGame(live),
    test: await game(trial),
    'private test': await privateGame(trial),
    'a test that says public': await game(trial, { spectators: 'public' }),
  };
  const stranger = (await server.session(other, { game: 'tictactoe', players: [{ id: 'eve' }] })).sessionToken;
  for (const [name, [player]] of Object.entries(games)) {
    for (const key of [undefined, other, stranger]) assert.equal(await isListed(player.roomId, key), false, name);
    const [own, foreign] = name.includes('test') ? [trial, live] : [live, trial];
    assert.equal(await isListed(player.roomId, own), true, `${name} to its own key`);
    assert.equal(await isListed(player.roomId, foreign), false, `${name} to a key of the other mode`);
    if (name === 'a test that says public') continue;
    for (const options of [{}, { auth: { token: stranger } }]) assert.equal(await mayWatch(player.roomId, options), false, name);
  }
});

test('a token shows and opens the matchmaking games of its tenant and mode, and no private ones', async () => {
  const [open] = await game(live);
  const [closed] = await privateGame(live);
  const [trying] = await game(trial);
  const { sessionToken: token } = await server.session(live, { game: 'tictactoe', players: [{ id: 'eve' }] });
  for (const [{ roomId }, visible] of [[open, true], [closed, false], [trying, false]]) {
    assert.equal(await isListed(roomId, token), visible);
    assert.equal(await mayWatch(roomId, { auth: { token } }), visible);
  }
  assert.equal(await mayWatch(closed.roomId, { auth: { token: closed.token } }), true, 'its own player from another window');
});

test('a live matchmaking game is public if both sessions say so', async () => {
  const [shown] = await game(live, { spectators: 'public' });
  assert.equal(await isListed(shown.roomId), true);
  assert.equal(await mayWatch(shown.roomId), true);
  const { players } = (await listed()).find(({ roomId }) => roomId === shown.roomId);
  assert.equal(players[0].id, shown.playerId, 'the ids of a tenant\'s players are its own affair');
  for (const one of [{}, { spectators: 'link' }, { spectators: 'none' }]) {
    const [{ roomId }] = await game(live, { spectators: 'public' }, one);
    assert.equal(await isListed(roomId), false);
    assert.equal(await mayWatch(roomId), one.spectators === 'link');
  }
});

test('a tenant says once and for all whether its live matchmaking games are public', async () => {
  await server.tenant('Open House');
  await server.command('tenants', 'set', 'open-house', '--spectators', 'public');
  const { key } = await server.key('open-house', 'live');
  const [shown] = await game(key);
  assert.deepEqual([await isListed(shown.roomId), await mayWatch(shown.roomId)], [true, true]);
  const [hidden] = await game(key, { spectators: 'none' });
  assert.deepEqual([await isListed(hidden.roomId), await mayWatch(hidden.roomId)], [false, false]);
  const [closed] = await privateGame(key);
  assert.deepEqual([await isListed(closed.roomId), await mayWatch(closed.roomId)], [false, false]);
});

test('a private game is watched by its room id only if its session allows it, and is never listed', async () => {
  for (const [spectators, visible] of [[undefined, false], ['none', false], ['link', true], ['public', true]]) {
    const [{ roomId }] = await privateGame(live, { spectators });
    assert.equal(await mayWatch(roomId), visible, spectators);
    assert.equal(await isListed(roomId), false, spectators);
    assert.equal(await isListed(roomId, live), true, spectators);
  }
});

test('a guest\'s private game is watched by its link unless it says none, and is listed to nobody', async () => {
  for (const [spectators, visible] of [[undefined, true], ['none', false]]) {
    const body = { game: 'tictactoe', matchType: 'private', displayName: 'Ada', opponentName: 'Ben', spectators };
    const { body: session } = await server.call('POST', '/v1/guest/sessions', { body });
    const [player] = await seated(session.tokens.map(({ sessionToken }) => sessionToken));
    assert.equal(await mayWatch(player.roomId), visible);
    for (const key of [undefined, live, player.token]) assert.equal(await isListed(player.roomId, key), false);
  }
});

test('what a session says of its spectators is checked', async () => {
  for (const spectators of ['everyone', '', 7, true]) {
    const body = { game: 'tictactoe', players: [{ id: 'ada' }], spectators };
    const { status, body: answer } = await server.call('POST', '/v1/sessions', { key: live, body });
    assert.deepEqual([status, answer.param], [400, 'spectators']);
  }
});

test('in the list a guest has an alias, which opens nothing and stays the same while the game runs', async () => {
  const [first, second] = await pair(server);
  const shown = async () => (await listed()).find(({ roomId }) => roomId === first.roomId).players;
  const aliases = await shown();
  assert.deepEqual(aliases.map(({ username }) => username), ['Ada', 'Ben']);
  assert.equal(new Set([...aliases.map(({ id }) => id), first.playerId, second.playerId]).size, 4);
  await first.play(4);
  assert.deepEqual(await shown(), aliases);
  first.close();
  await second.next('player:disconnected');
  const thief = await Player.connect(server);
  for (const { id } of aliases) {
    refusedWith(await thief.ask('game:reconnect', { playerId: id }), 'nothing_to_reconnect');
    refusedWith(await thief.ask('game:resign', { roomId: first.roomId, playerId: id }), 'unknown_room');
  }
  for (const key of [live, undefined]) assert.doesNotMatch(JSON.stringify(await listed(key)), new RegExp(first.playerId));
});

test('rooms are listed page by page, the newest first, also when a game of the page before has ended', async () => {
  const games = [];
  for (let count = 0; count < 5; count += 1) games.unshift((await pair(server))[0]);
  const page = (query) => server.call('GET', `/v1/rooms?game=tictactoe${query}`);
  const { body: first } = await page('&limit=2');
  assert.deepEqual(first.rooms.map(({ roomId }) => roomId), games.slice(0, 2).map(({ roomId }) => roomId));
  assert.equal(first.hasMore, true);
  await games[1].do('game:resign', games[1].here);
  const { body: second } = await page(`&limit=2&after=${first.after}`);
  assert.deepEqual(second.rooms.map(({ roomId }) => roomId), games.slice(2, 4).map(({ roomId }) => roomId));
  for (const query of ['&limit=0', '&limit=101', '&limit=x', '&after=nowhere', '&after=1', '&after=-1.room_x']) {
    assert.equal((await page(query)).status, 400, query);
  }
});

test('players are told how many watch, spectators and strangers are not', async () => {
  const [first, second] = await pair(server);
  const { roomId } = first;
  const watchers = [];
  for (let count = 0; count < 3; count += 1) {
    const watcher = await Player.connect(server);
    await watcher.do('game:spectate', { roomId, username: 'Eve' });
    watchers.push(watcher);
  }
  for (const player of [first, second]) {
    const told = await player.next('game:spectators', ({ count }) => count === 3);
    assert.deepEqual(told, { roomId, seq: 1, count: 3 });
  }
  await first.do('game:reconnect', { playerId: first.playerId });
  assert.equal((await first.next('game:reconnected')).spectators, 3);
  await watchers[0].do('game:spectate:leave', { roomId });
  watchers[1].close();
  await first.next('game:spectators', ({ count }) => count === 1);
  assert.equal(watchers[2].has('game:spectators'), false);
  assert.equal((await first.play(4)).ok, true);
  assert.equal((await second.next('game:move:made')).seq, 2, 'it takes no number');
});

test('a crowd that comes and goes does not flood the players', async () => {
  const [first] = await pair(server);
  const { roomId } = first;
  const watcher = await Player.connect(server);
  const began = Date.now();
  for (let count = 0; count < 200; count += 1) {
    await watcher.do('game:spectate', { roomId, username: 'Eve' });
    if (count < 199) await watcher.do('game:spectate:leave', { roomId });
  }
  await first.do('game:reconnect', { playerId: first.playerId }); // what was told before has been heard
  const told = first.heard.filter(({ name }) => name === 'game:spectators').length;
  assert.ok(told >= 1 && told <= 2 + (Date.now() - began) / 1000, `${told} times`);
});
