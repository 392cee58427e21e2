// The lobby: who is online, which games wait, and accepting one of them.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair, Player, refusedWith } from './player.js';
import { Server } from './server.js';

let server;
let acme;
let bolt;
before(async () => {
  server = await Server.start();
  acme = await keys('Acme');
  bolt = await keys('Bolt');
});
afterEach(() => hangUp(server));
after(() => server.stop());

const CLOCK = { kind: 'clock', baseSeconds: 180, incrementSeconds: 2 };

async function keys(name) {
  const tenant = await server.tenant(name);
  return { live: (await server.key(tenant, 'live')).key, test: (await server.key(tenant, 'test')).key };
}

/** A connected player of a new session. */
async function member(key, id, fields = {}) {
  const game = fields.game ?? 'tictactoe';
  const session = await server.session(key, { game, players: [{ id, displayName: id }], ...fields });
  return Object.assign(await holder(server, session.sessionToken, game), { playerId: session.players[0].id });
}

/** Somebody who follows the lobby. */
async function follower(player) {
  const client = player ?? (await Player.connect(server));
  await client.do('lobby:follow', {});
  return client;
}

/** A guest who waits. */
async function waiting(username, join = {}, game = 'tictactoe') {
  const player = await Player.connect(server, game);
  await player.do('matchmaking:join', { username, ...join });
  return player;
}

/** The list once these wait, the oldest first. */
const listed = (client, ...names) => client.next('lobby:state', ({ seeks }) => seeks.map(({ username }) => username).join() === names.join());

test('whoever follows the lobby is told who waits for what, since when, and nothing that opens anything', async () => {
  const eve = await follower();
  const empty = await listed(eve);
  assert.deepEqual(Object.keys(empty).sort(), ['gamesRunning', 'playersOnline', 'seeks']);
  const before = Date.now();
  const ada = await waiting('Ada', { variant: 'russian', timeControl: CLOCK }, 'checkers');
  const { playerId } = await ada.next('matchmaking:waiting');
  const { playersOnline, seeks } = await listed(eve, 'Ada');
  assert.equal(playersOnline, 2);
  const [{ seekId, waitingSince, ...seek }] = seeks;
  assert.deepEqual(seek, { game: 'checkers', variant: 'russian', timeControl: CLOCK, username: 'Ada' });
  assert.match(seekId, /^seek_[\w-]{22}$/);
  assert.ok(Math.abs(waitingSince - before) < 60_000, `${waitingSince} is about ${before}`);
  assert.ok(!JSON.stringify(eve.heard).includes(playerId), 'the id of a player is nobody else’s business');
});

test('a game that waits no longer leaves the list: its player left, is gone, or plays', async () => {
  const eve = await follower();
  await listed(eve);
  const ada = await waiting('Ada', { timeControl: CLOCK });
  const ben = await waiting('Ben', { timeControl: { kind: 'none' } });
  const cat = await waiting('Cat');
  const { seeks } = await listed(eve, 'Ada', 'Ben', 'Cat');
  assert.equal(new Set(seeks.map(({ seekId }) => seekId)).size, 3);
  const { playerId } = await ada.next('matchmaking:waiting');
  await ada.do('matchmaking:leave', { playerId });
  await listed(eve, 'Ben', 'Cat');
  ben.close();
  await listed(eve, 'Cat');
  await waiting('Dan');
  await cat.started();
  await listed(eve);
});

test('who follows no longer is told nothing more', async () => {
  const [eve, fay] = [await follower(), await follower()];
  await listed(eve);
  await eve.do('lobby:unfollow', {});
  await waiting('Ada');
  await listed(fay, 'Ada');
  await eve.do('lobby:unfollow', {});
  assert.equal(eve.heard.some(({ name, payload }) => name === 'lobby:state' && payload.seeks.length > 0), false);
});

test('whoever asks again is told again', async () => {
  const eve = await follower();
  await listed(eve);
  await waiting('Ada');
  await listed(eve, 'Ada');
  await follower(eve);
  await listed(eve, 'Ada');
});

test('players online and games running are counted', async () => {
  const players = await pair(server);
  const eve = await follower();
  const { gamesRunning } = await eve.next('lobby:state', ({ playersOnline }) => playersOnline === 3);
  assert.ok(gamesRunning >= 1);
  for (const player of players) player.close();
  await eve.next('lobby:state', ({ playersOnline }) => playersOnline === 1);
});

test('accepting a game pairs exactly these two, with the wishes of the one who waits, who moves first', async () => {
  const eve = await follower(await Player.connect(server, 'checkers'));
  const ada = await waiting('Ada', { variant: 'russian', timeControl: CLOCK }, 'checkers');
  const ben = await waiting('Ben', { variant: 'brazilian' }, 'checkers');
  const { seeks } = await listed(eve, 'Ada', 'Ben');
  const answer = await eve.do('matchmaking:join', { username: 'Eve', seekId: seeks[0].seekId });
  const [hers, own] = await Promise.all([ada.started(), eve.started()]);
  assert.deepEqual([hers.roomId, own.roomId, own.variant], [answer.roomId, answer.roomId, 'russian']);
  assert.deepEqual(own.players.map(({ username }) => username), ['Ada', 'Eve']);
  assert.equal(own.clock.baseMs, 180_000);
  assert.equal(ben.has('game:started'), false);
  await listed(eve, 'Ben');
  ada.close();
  const back = await Player.connect(server, 'checkers');
  await back.do('game:reconnect', { playerId: ada.playerId, reconnectToken: hers.reconnectToken });
  await back.do('game:resign', ada.here);
  assert.equal((await eve.next('game:over')).winner, eve.playerId);
});

test('of many who accept the same game one gets it, and the others are told that it waits no longer', async () => {
  const ada = await waiting('Ada');
  const others = await Promise.all(Array.from({ length: 8 }, () => follower()));
  const [{ seekId }] = (await listed(others[0], 'Ada')).seeks;
  const answers = await Promise.all(others.map((other, number) => other.ask('matchmaking:join', { username: `Other ${number}`, seekId })));
  const accepted = answers.filter(({ ok }) => ok);
  assert.equal(accepted.length, 1);
  assert.equal((await ada.started()).roomId, accepted[0].roomId);
  for (const answer of answers.filter(({ ok }) => !ok)) {
    refusedWith(answer, 'not_found');
    assert.match(answer.error, /waits no longer/);
  }
  assert.equal(ada.has('game:started'), false, 'nobody is paired twice');
});

test('what cannot be accepted is refused with a reason, and the game goes on waiting', async () => {
  const ada = await waiting('Ada', { timeControl: CLOCK });
  const eve = await follower();
  const [{ seekId }] = (await listed(eve, 'Ada')).seeks;
  const accept = (fields) => eve.ask('matchmaking:join', { username: 'Eve', seekId, ...fields });
  refusedWith(await accept({ seekId: 'seek_none' }), 'not_found');
  refusedWith(await accept({ seekId: 7 }), 'bad_payload');
  refusedWith(await accept({ timeControl: { kind: 'none' } }), 'bad_payload');
  refusedWith(await accept({ wantsBot: true }), 'bad_payload');
  refusedWith(await (await Player.connect(server, 'checkers')).ask('matchmaking:join', { username: 'Eve', seekId }), 'not_found');
  refusedWith(await ada.ask('matchmaking:join', { username: 'Ada', seekId }), 'already_waiting');
  const other = await waiting('Dan', { timeControl: { kind: 'none' } });
  refusedWith(await other.ask('matchmaking:join', { username: 'Dan', seekId }), 'already_waiting');
  await listed(await follower(), 'Ada', 'Dan');
  assert.equal((await accept({})).ok, true);
  await Promise.all([ada.started(), eve.started()]);
  assert.equal((await accept({})).roomId, eve.roomId, 'one game at a time');
});

test('a game of a variant is accepted with its name, or without one', async () => {
  await waiting('Ada', { variant: 'russian' }, 'checkers');
  const eve = await follower(await Player.connect(server, 'checkers'));
  const [{ seekId }] = (await listed(eve, 'Ada')).seeks;
  refusedWith(await eve.ask('matchmaking:join', { username: 'Eve', seekId, variant: 'english' }), 'bad_payload');
  await eve.do('matchmaking:join', { username: 'Eve', seekId, variant: 'russian' });
  assert.equal((await eve.started()).variant, 'russian');
});

test('players of sessions see those of their own tenant and mode, and accept with a session for the same game', async () => {
  const scopes = { acme: acme.live, 'acme in test mode': acme.test, bolt: bolt.live };
  const followers = new Map();
  for (const [name, key] of Object.entries(scopes)) followers.set(name, await follower(await member(key, `eve of ${name}`)));
  followers.set('guests', await follower());
  const ada = await member(acme.live, 'ada');
  await ada.do('matchmaking:join', { username: 'Canary' });
  const [{ seekId }] = (await listed(followers.get('acme'), 'Canary')).seeks;
  for (const name of ['acme in test mode', 'bolt', 'guests']) {
    const outsider = followers.get(name);
    await follower(outsider);
    await listed(outsider);
    refusedWith(await outsider.ask('matchmaking:join', { username: 'Eve', seekId }), 'not_found');
    assert.ok(!JSON.stringify(outsider.heard).includes('Canary'), name);
  }
  const clocked = await member(acme.live, 'cat', { timeControl: CLOCK });
  refusedWith(await clocked.ask('matchmaking:join', { username: 'Cat', seekId }), 'bad_payload');
  const invited = await member(acme.live, 'dan', { matchType: 'private' });
  refusedWith(await invited.ask('matchmaking:join', { username: 'Dan', seekId }), 'bad_payload');
  const eve = followers.get('acme');
  await eve.do('matchmaking:join', { username: 'Eve', seekId });
  assert.equal((await ada.started()).roomId, (await eve.started()).roomId);
});

test('training games have no lobby, because tenants share them', async () => {
  const session = await server.session(acme.live, { game: 'tictactoe', mode: 'training' });
  const trainee = await holder(server, session.sessionToken);
  refusedWith(await trainee.ask('lobby:follow', {}), 'not_found');
  refusedWith(await trainee.ask('matchmaking:join', { username: 'Ada', seekId: 'seek_1' }), 'not_found');
});

test('private games are in no list', async () => {
  const players = [{ id: 'host', displayName: 'Host' }];
  const session = await server.session(acme.live, { game: 'tictactoe', matchType: 'private', players });
  const host = await holder(server, session.sessionToken);
  await host.do('matchmaking:join', { username: 'Canary' });
  await host.next('matchmaking:waiting');
  const eve = await follower(await member(acme.live, 'reader'));
  const open = await member(acme.live, 'ben');
  await open.do('matchmaking:join', { username: 'Ben' });
  await listed(eve, 'Ben');
  assert.ok(!JSON.stringify(eve.heard).includes('Canary'));
});

test('a list has at most fifty games, those that wait longest', async () => {
  const names = Array.from({ length: 52 }, (_, number) => `Player ${number}`);
  for (const [number, name] of names.entries()) await waiting(name, { timeControl: { kind: 'clock', baseSeconds: 60 + number } });
  await listed(await follower(), ...names.slice(0, 50));
});
