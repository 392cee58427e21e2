// Matchmaking: who waits, who is paired with whom, and who is not.

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

async function keys(name) {
  const tenant = await server.tenant(name);
  return { live: (await server.key(tenant, 'live')).key, test: (await server.key(tenant, 'test')).key };
}

/** A connected player of a new session. */
async function member(key, id, fields = {}) {
  const game = fields.game ?? 'tictactoe';
  const session = await server.session(key, { game, players: [{ id, displayName: id }], ...fields });
  const player = await holder(server, session.sessionToken, game);
  return Object.assign(player, { playerId: session.players[0].id });
}

/** Joins both and checks that they wait in lines of their own: each is first in its line. */
async function check(first, second, joins = [{}, {}]) {
  for (const [index, player] of [first, second].entries()) {
    await player.do('matchmaking:join', { username: `Player ${index}`, ...joins[index] });
    const { position } = await player.next('matchmaking:waiting');
    assert.equal(position, 1);
  }
  for (const player of [first, second]) {
    await player.do('matchmaking:leave', { playerId: player.playerId });
    assert.equal(player.has('game:started'), false);
  }
}

async function guest(game) {
  return Player.connect(server, game);
}

test('a player alone waits at position 1, and a guest is told the id it was given', async () => {
  const player = await guest();
  const answer = await player.do('matchmaking:join', { username: 'Ada' });
  const waiting = await player.next('matchmaking:waiting');
  assert.deepEqual(waiting, { playerId: answer.playerId, position: 1 });
  assert.match(waiting.playerId, /^[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('whoever leaves the queue hears matchmaking:left and is not paired', async () => {
  const [gone, other] = [await guest(), await guest()];
  const { playerId } = await gone.do('matchmaking:join', { username: 'Ada' });
  await gone.do('matchmaking:leave', { playerId });
  assert.deepEqual(await gone.next('matchmaking:left'), {});
  await other.do('matchmaking:join', { username: 'Ben' });
  assert.deepEqual((await other.next('matchmaking:waiting')).position, 1);
  assert.equal(gone.has('game:started'), false);
});

test('leaving twice is harmless', async () => {
  const player = await guest();
  const { playerId } = await player.do('matchmaking:join', { username: 'Ada' });
  await player.do('matchmaking:leave', { playerId });
  await player.do('matchmaking:leave', { playerId });
  assert.deepEqual(await player.next('matchmaking:left'), {});
});

test('a leave that comes too late answers matchmaking:already_started with the room', async () => {
  const [first] = await pair(server);
  await first.do('matchmaking:leave', { playerId: first.playerId });
  const { roomId } = await first.next('matchmaking:already_started');
  assert.equal(roomId, first.roomId);
  assert.equal(first.has('matchmaking:left'), false);
});

test('nobody can leave for somebody else', async () => {
  const [player, other] = [await guest(), await guest()];
  const { playerId } = await player.do('matchmaking:join', { username: 'Ada' });
  refusedWith(await other.ask('matchmaking:leave', { playerId }), 'not_your_seat');
  await other.do('matchmaking:join', { username: 'Ben' });
  await player.started();
});

test('joining twice is refused while one waits', async () => {
  const player = await guest();
  await player.do('matchmaking:join', { username: 'Ada' });
  refusedWith(await player.ask('matchmaking:join', { username: 'Ada' }), 'already_waiting');
});

test('whoever waits for an opponent cannot play a bot meanwhile', async () => {
  const player = await guest();
  await player.do('matchmaking:join', { username: 'Ada' });
  refusedWith(await player.ask('matchmaking:join', { username: 'Ada', wantsBot: true }), 'already_waiting');
  const other = await guest();
  await other.do('matchmaking:join', { username: 'Ben' });
  assert.equal((await player.started()).roomId, (await other.started()).roomId);
});

test('one game at a time: a join while seated answers matchmaking:already_started', async () => {
  const [first, second] = await pair(server);
  for (const wantsBot of [false, true]) {
    const answer = await first.do('matchmaking:join', { username: 'Ada', wantsBot });
    assert.equal(answer.roomId, first.roomId);
    assert.equal((await first.next('matchmaking:already_started')).roomId, first.roomId);
  }
  await second.do('game:resign', second.here);
  await first.next('game:over');
  assert.equal((await first.do('matchmaking:join', { username: 'Ada' })).position, 1);
});

test('whoever waits for somebody else when a rematch begins has a game, and waits no longer', async () => {
  const [first, second] = await pair(server);
  await second.do('game:resign', second.here);
  await first.do('game:rematch', first.here);
  await first.do('matchmaking:join', { username: 'Ada' });
  await first.next('matchmaking:waiting');
  await second.do('game:rematch', second.here);
  const { roomId } = await first.started();
  const third = await guest();
  await third.do('matchmaking:join', { username: 'Cleo' });
  assert.equal((await third.next('matchmaking:waiting')).position, 1);
  assert.equal((await first.do('matchmaking:join', { username: 'Ada' })).roomId, roomId);
});

test('one may play one game in each namespace', async () => {
  const session = (game) => server.session(acme.live, { game, players: [{ id: 'both' }], matchType: 'bot' });
  const { games } = (await server.call('GET', '/v1/variants')).body;
  for (const { game } of games) {
    const player = await holder(server, (await session(game)).sessionToken, game);
    await player.do('matchmaking:join', { username: 'Both' });
    await player.started();
  }
});

test('a player who is gone from the queue is not paired', async () => {
  const gone = await guest();
  await gone.do('matchmaking:join', { username: 'Ada' });
  gone.close();
  await hangUp(server);
  const other = await guest();
  await other.do('matchmaking:join', { username: 'Eve' });
  assert.equal((await other.next('matchmaking:waiting')).position, 1);
});

test('the order of arrival decides', async () => {
  const [first, second, third] = [await guest(), await guest(), await guest()];
  await first.do('matchmaking:join', { username: 'First' });
  await second.do('matchmaking:join', { username: 'Second' });
  await third.do('matchmaking:join', { username: 'Third' });
  const [one, two] = [await first.started(), await second.started()];
  assert.equal(one.roomId, two.roomId);
  assert.deepEqual(one.players.map(({ username }) => username), ['First', 'Second']);
  assert.equal((await third.next('matchmaking:waiting')).position, 1);
});

test('queues never mix tenants', async () => {
  await check(await member(acme.live, 'ann'), await member(bolt.live, 'bob'));
});

test('queues never mix live and test', async () => {
  await check(await member(acme.live, 'ann'), await member(acme.test, 'bob'));
});

test('queues never mix guests and players of a tenant', async () => {
  const player = await guest();
  const { playerId } = await player.do('matchmaking:join', { username: 'Guest' });
  assert.equal((await player.next('matchmaking:waiting')).position, 1);
  await player.do('matchmaking:leave', { playerId });
  await check(await member(acme.live, 'ann'), Object.assign(player, { playerId }));
});

test('queues never mix variants', async () => {
  const [one, two] = [await guest('checkers'), await guest('checkers')];
  for (const [player, variant] of [[one, 'english'], [two, 'russian']]) {
    player.playerId = (await player.do('matchmaking:join', { username: 'P', variant })).playerId;
    assert.equal((await player.next('matchmaking:waiting')).position, 1);
  }
  const third = await guest('checkers');
  await third.do('matchmaking:join', { username: 'Third', variant: 'russian' });
  assert.equal((await third.started()).variant, 'russian');
  assert.equal(one.has('game:started'), false);
});

test('checkers is english unless said otherwise', async () => {
  const [one, two] = [await guest('checkers'), await guest('checkers')];
  await one.do('matchmaking:join', { username: 'One' });
  await two.do('matchmaking:join', { username: 'Two', variant: 'english' });
  assert.equal((await one.started()).variant, 'english');
  assert.equal((await two.started()).roomId, one.roomId);
});

test('training is matched across tenants, under anonymous ids', async () => {
  const training = { mode: 'training', players: undefined };
  const [one, two] = [await member(acme.live, 'ann', training), await member(bolt.live, 'bob', training)];
  await one.do('matchmaking:join', { username: 'One' });
  await two.do('matchmaking:join', { username: 'Two' });
  const [started, other] = [await one.started(), await two.started()];
  assert.equal(started.roomId, other.roomId);
  for (const { id } of started.players) assert.ok(!['ann', 'bob'].includes(id));
});

test('a player is never paired with itself', async () => {
  const [one, two] = [await member(acme.live, 'twin'), await member(acme.live, 'twin')];
  await one.do('matchmaking:join', { username: 'One' });
  refusedWith(await two.ask('matchmaking:join', { username: 'Two' }), 'already_waiting');
  assert.equal(one.has('game:started'), false);
});

test('a variant that does not exist is refused, and the nearest is named', async () => {
  const player = await guest('checkers');
  const answer = await player.ask('matchmaking:join', { username: 'Ada', variant: 'rusian' });
  refusedWith(answer, 'unknown_variant');
  assert.match(answer.hint, /russian/);
});

test('AFK settings of two humans: the longer timeout wins, disabled only if both disable it', async () => {
  const started = async (one, two) => {
    const [first, second] = [await guest(), await guest()];
    await first.do('matchmaking:join', { username: 'Ada', ...one });
    await second.do('matchmaking:join', { username: 'Ben', ...two });
    const game = await first.started();
    await second.started();
    return [game.afkTimeoutEnabled, game.afkTimeoutSeconds, game.afkWarnSeconds];
  };
  const off = { afkTimeoutEnabled: false };
  const short = { afkTimeoutSeconds: 30, afkWarnSeconds: 10 };
  const long = { afkTimeoutSeconds: 300, afkWarnSeconds: 50 };
  assert.deepEqual(await started(short, long), [true, 300, 50]);
  assert.deepEqual(await started(off, short), [true, 30, 10]);
  assert.equal((await started(off, off))[0], false);
});

test('join-time values beat those of the session, which beat those of the game', async () => {
  const fields = { matchType: 'bot', afkTimeoutSeconds: 120, afkWarnSeconds: 30 };
  for (const [join, expected] of [[{}, [120, 30]], [{ afkTimeoutSeconds: 40 }, [40, 30]], [{ afkWarnSeconds: 5 }, [120, 5]]]) {
    const player = await member(acme.live, `afk-${JSON.stringify(join).length}`, fields);
    await player.do('matchmaking:join', { username: 'Ada', ...join });
    const started = await player.started();
    assert.deepEqual([started.afkTimeoutSeconds, started.afkWarnSeconds], expected);
  }
});

test('players far apart in rating wait in one line, and hear when their place in it changes', async () => {
  const [strong, weak] = [await member(acme.live, 'strong'), await member(acme.live, 'weak')];
  for (const player of [strong, weak]) await player.do('matchmaking:join', { username: 'x' });
  await Promise.all([strong.started(), weak.started()]);
  await strong.play(0);
  await weak.play(1);
  await weak.do('game:resign', weak.here); // from now on they are more than 200 apart
  await strong.next('game:over');
  const line = [];
  for (const id of ['strong', 'weak']) {
    const player = await member(acme.live, id);
    await player.do('matchmaking:join', { username: id });
    line.push(player);
    assert.equal((await player.next('matchmaking:waiting')).position, line.length);
  }
  await line[0].do('matchmaking:leave', { playerId: 'strong' });
  assert.deepEqual(await line[1].next('matchmaking:waiting'), { playerId: 'weak', position: 1 });
  const newcomer = await member(acme.live, 'newcomer');
  await newcomer.do('matchmaking:join', { username: 'x' });
  assert.equal((await newcomer.started()).roomId, (await line[1].started()).roomId);
});
