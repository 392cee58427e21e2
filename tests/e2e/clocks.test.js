// Clocks with increment: how they are asked for, shown, kept and lost on.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { againstBot, hangUp, holder, pair, Player, refusedWith, seen } from './player.js';
import { Server } from './server.js';

/** Minutes and seconds per move, as players write it. */
const clock = (minutes, incrementSeconds) => ({ kind: 'clock', baseSeconds: minutes * 60, incrementSeconds });
const RAPID = clock(10, 5);
/** The shortest clock there is: for tests that only wait for its end. */
const SHORT = { kind: 'clock', baseSeconds: 5 };

let server;
before(async () => (server = await Server.start()));
afterEach(() => hangUp(server));
after(() => server.stop());

/** A clock that both players see: at most so much, and not a minute less. */
function shows(given, { running, remaining, incrementMs = 5000 }) {
  assert.equal(given.incrementMs, incrementMs);
  assert.equal(given.running, running);
  assert.ok(Number.isInteger(given.serverTime));
  for (const [index, most] of remaining.entries()) {
    const left = given.remainingMs[index];
    assert.ok(left <= most && left > most - 60_000, `${left} of ${most}`);
  }
}

test('players and spectators are told the clocks with every move, and the mover gets the increment', async () => {
  const first = await Player.connect(server);
  await first.do('matchmaking:join', { username: 'Ada', timeControl: RAPID });
  const second = await Player.connect(server);
  await second.do('matchmaking:join', { username: 'Ben', timeControl: RAPID });
  for (const player of [first, second]) {
    const started = await player.started();
    shows(started.clock, { running: 0, remaining: [600_000, 600_000] });
    assert.equal(started.clock.baseMs, 600_000);
    assert.equal(started.afkTimeoutEnabled, false);
  }
  await first.play(4);
  for (const player of [first, second]) {
    const made = await player.next('game:move:made');
    shows(made.clock, { running: 1, remaining: [605_000, 600_000] });
  }
  shows((await seen(server, 'tictactoe', first.roomId)).clock, { running: 1, remaining: [605_000, 600_000] });
  assert.equal((await first.ask('afk:check', first.here)).status ?? null, null);
  await second.do('game:resign', second.here);
  const over = await first.next('game:over');
  assert.equal(over.reason, 'resignation');
  shows(over.clock, { running: null, remaining: [605_000, 600_000] });
});

test('the PDN of a game with clocks tells the time left after each move, and the server reads it back', async () => {
  const [first, second] = await pair(server, 'checkers', { timeControl: RAPID });
  await first.play({ from: 40, to: 33 });
  await second.next('game:move:made');
  await second.do('game:resign', second.here);
  const { pdn } = await first.next('game:over');
  assert.match(pdn, /^1\. \S+ \{\[%clk 0:\d\d:\d\d\]\} \*$/m);
  const answer = await server.call('POST', '/v1/replay', { body: { pdn } });
  assert.equal(answer.status, 200);
});

test('a game without clocks is told as before there were any', async () => {
  for (const join of [{}, { timeControl: { kind: 'perMove' } }, { timeControl: { kind: 'none' } }]) {
    const [first, second] = await pair(server, 'tictactoe', join);
    await first.play(4);
    await second.next('game:move:made');
    await second.do('game:resign', second.here);
    await first.next('game:over');
    for (const { payload } of first.heard) assert.equal('clock' in payload, false);
    const { afkTimeoutEnabled } = first.heard.find(({ name }) => name === 'game:started').payload;
    assert.equal(afkTimeoutEnabled, join.timeControl?.kind !== 'none');
  }
});

test('whoever has no time left loses by time_forfeit', async () => {
  const [first, second] = await pair(server, 'checkers', { timeControl: SHORT });
  for (const player of [first, second]) {
    const { winner, reason, clock: last } = await player.next('game:over');
    assert.deepEqual([winner, reason], [second.playerId, 'time_forfeit']);
    assert.deepEqual([last.remainingMs, last.running], [[0, 5000], null]);
  }
  refusedWith(await first.play({ from: 40, to: 33 }), 'game_over');
});

test('the clock of a player who is away goes on', async () => {
  const [first, second] = await pair(server, 'tictactoe', { timeControl: { kind: 'clock', baseSeconds: 12 } });
  first.close();
  await second.next('player:disconnected');
  const { winner, reason } = await second.next('game:over');
  assert.deepEqual([winner, reason], [second.playerId, 'time_forfeit']);
});

test('a bot plays with a clock, too', async () => {
  const player = await againstBot(server, 'tictactoe', 'easy', { timeControl: RAPID });
  await player.play(4);
  const made = await player.next('game:move:made', ({ mark }) => mark === 'O');
  shows(made.clock, { running: 0, remaining: [605_000, 605_000] });
});

test('players meet only those who chose the same time, and whoever chose none those who chose none', async () => {
  const wishes = [clock(1, 0), clock(3, 2), { kind: 'none' }, undefined];
  const waiting = [];
  for (const timeControl of wishes) {
    const player = await Player.connect(server);
    assert.equal((await player.do('matchmaking:join', { username: 'Ada', timeControl })).position, 1);
    waiting.push(player);
  }
  for (const [index, timeControl] of wishes.entries()) {
    const player = await Player.connect(server);
    await player.do('matchmaking:join', { username: 'Ben', timeControl });
    assert.equal((await player.started()).roomId, (await waiting[index].started()).roomId);
  }
});

test('bad time controls are refused in words and change nothing', async () => {
  const player = await Player.connect(server);
  const { key } = await server.key(await server.tenant('Acme'), 'test');
  const bad = [
    ['blitz', /^timeControl must be an object, not "blitz"/],
    [{}, /^timeControl.kind is required/],
    [{ kind: 'sandglass' }, /^timeControl.kind must be one of perMove, none, clock, not "sandglass"/],
    [{ kind: 'clock' }, /needs baseSeconds/],
    [{ kind: 'clock', baseSeconds: 4 }, /^timeControl.baseSeconds must be a whole number from 5 to 10800, not 4/],
    [{ kind: 'clock', baseSeconds: 10_801 }, /^timeControl.baseSeconds must be/],
    [{ kind: 'clock', baseSeconds: 60, incrementSeconds: 181 }, /^timeControl.incrementSeconds must be a whole number from 0 to 180/],
    [{ kind: 'clock', baseSeconds: 60.5 }, /^timeControl.baseSeconds must be/],
    [{ kind: 'none', baseSeconds: 60 }, /are for the kind clock, not none/],
  ];
  for (const [timeControl, sentence] of bad) {
    const answer = await player.ask('matchmaking:join', { username: 'Ada', timeControl });
    refusedWith(answer, 'bad_payload');
    assert.match(answer.error, sentence);
    const players = [{ id: 'ada', displayName: 'Ada' }];
    const body = { game: 'tictactoe', players, timeControl };
    const { status, body: refused } = await server.call('POST', '/v1/sessions', { key, body });
    assert.equal(status, 400);
    assert.match(refused.error, sentence);
    const guest = { game: 'tictactoe', displayName: 'Ada', timeControl };
    assert.equal((await server.call('POST', '/v1/guest/sessions', { body: guest })).status, 400);
  }
  const { body } = await server.call('GET', '/v1/sessions', { key });
  assert.deepEqual(body.sessions, []);
  assert.match(await server.metrics(), /^parlour_queue_waiting 0$/m);
});

test('a session is played with its own time, and with no other', async () => {
  const { key } = await server.key(await server.tenant('Bolt'), 'live');
  const players = [{ id: 'ada' }, { id: 'ben' }];
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players, timeControl: RAPID });
  const seats = [];
  for (const { sessionToken } of session.tokens) seats.push(await holder(server, sessionToken));
  const answer = await seats[0].ask('matchmaking:join', { username: 'x', timeControl: { kind: 'none' } });
  refusedWith(answer, 'bad_payload');
  assert.equal(answer.error, 'this session is played with a clock of 10+5, not with no time limit');
  for (const seat of seats) await seat.do('matchmaking:join', { username: 'x' });
  for (const seat of seats) shows((await seat.started()).clock, { running: 0, remaining: [600_000, 600_000] });
});

test('guests invite a friend to a game without limit', async () => {
  const wish = { game: 'tictactoe', matchType: 'private', displayName: 'Ada', timeControl: { kind: 'none' } };
  const { body: host } = await server.call('POST', '/v1/guest/sessions', { body: wish });
  const friend = { game: 'tictactoe', roomCode: host.roomCode, displayName: 'Ben' };
  const { body: joined } = await server.call('POST', '/v1/guest/join', { body: friend });
  for (const { sessionToken } of [host, joined]) {
    const player = await holder(server, sessionToken);
    await player.do('matchmaking:join', { username: 'x' });
    if (sessionToken === joined.sessionToken) assert.equal((await player.started()).afkTimeoutEnabled, false);
  }
});

test('a rematch is played with the same clocks', async () => {
  const [first, second] = await pair(server, 'tictactoe', { timeControl: RAPID });
  await first.play(4);
  await second.do('game:resign', second.here);
  await first.do('game:rematch', first.here);
  await second.do('game:rematch', second.here);
  shows((await second.started()).clock, { running: 0, remaining: [600_000, 600_000] });
});

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after ${signal} the clocks go on where they were, as soon as the player to move is back`, async (t) => {
    const own = await Server.start();
    t.after(() => own.stop());
    const [first, second] = await pair(own, 'tictactoe', { timeControl: clock(1, 5) });
    await first.play(4);
    const { clock: before } = await second.next('game:move:made');
    await own.restart(signal);
    const back = async ({ playerId, reconnectToken }) => {
      const player = await Player.connect(own);
      await player.do('game:reconnect', { playerId, reconnectToken });
      return [player, await player.next('game:reconnected')];
    };
    const [waiting, early] = await back(first);
    assert.equal(early.clock.running, null);
    assert.equal(early.clock.remainingMs[0], before.remainingMs[0]);
    const [, state] = await back(second);
    assert.equal(state.clock.running, 1);
    assert.equal((await waiting.next('player:reconnected')).clock.running, 1);
    // What was used since the last heartbeat before a crash is not known, and given back.
    shows(state.clock, { running: 1, remaining: [before.remainingMs[0], 60_000] });
    assert.equal(state.clock.remainingMs[0], before.remainingMs[0]);
  });
}
