// Session tokens at the door: who they let in, for whom, to which game; private rooms.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { hangUp, holder, Player, refusedWith } from './player.js';
import { Server } from './server.js';

let server;
let live;
let other;
let people = 0;
let ada;
let ben;
before(async () => {
  server = await Server.start();
  live = (await server.key(await server.tenant('Acme'), 'live')).key;
  other = (await server.key(await server.tenant('Bolt'), 'live')).key;
});
beforeEach(() => {
  // Everyone plays one game at a time, so every test has players of its own.
  people += 1;
  ada = { id: `ada-${people}`, displayName: 'Ada Lovelace' };
  ben = { id: `ben-${people}`, displayName: 'Ben Bitdiddle' };
});
afterEach(() => hangUp(server));
after(() => server.stop());

/** What a connection with this handshake is told. */
async function check(auth, code, game = 'tictactoe') {
  const error = await Player.refused(server, game, { auth });
  assert.equal(error.data.code, code, error.message);
  assert.equal(error.data.error, error.message);
}

test('the server takes player, tenant and session from the token', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'bot', players: [ada] });
  const player = await holder(server, session.sessionToken);
  await player.do('matchmaking:join', { username: 'ada', sessionId: session.sessionId, playerId: ada.id });
  const started = await player.started();
  assert.equal(started.playerId, ada.id);
  assert.deepEqual([started.players[0].id, started.players[0].displayName], [ada.id, ada.displayName]);
  assert.equal(started.reconnectToken, undefined, 'a seat taken with a token needs no other secret');
  const { body } = await server.call('GET', `/v1/sessions/${session.sessionId}?game=tictactoe`, { key: live });
  assert.deepEqual([body.status, body.roomId], ['active', started.roomId]);
});

test('a foreign playerId or sessionId in a payload is refused with not_your_seat', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'bot', players: [ada] });
  const player = await holder(server, session.sessionToken);
  const join = { username: 'ada' };
  refusedWith(await player.ask('matchmaking:join', { ...join, playerId: ben.id }), 'not_your_seat');
  refusedWith(await player.ask('matchmaking:join', { ...join, sessionId: 'sess_other' }), 'not_your_seat');
  await player.do('matchmaking:join', join);
  await player.started();
  refusedWith(await player.ask('game:move', { ...player.here, playerId: ben.id, position: 0 }), 'not_your_seat');
  refusedWith(await player.ask('game:resign', { ...player.here, playerId: ben.id }), 'not_your_seat');
  refusedWith(await player.ask('game:reconnect', { playerId: ben.id }), 'not_your_seat');
});

test('the difficulty of the session is that of the bot', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'bot', botDifficulty: 'hard', players: [ada] });
  const player = await holder(server, session.sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  const { players } = await player.started();
  assert.match(players[1].displayName, /hard/);
  await player.do('game:resign', player.here);
});

test('a wrong token is refused with token_invalid', async () => {
  const { sessionToken } = await server.session(live, { game: 'tictactoe', players: [ada] });
  const [head, claims, signature] = sessionToken.split('.');
  const forged = Buffer.from(claims, 'base64url').toString().replace(ada.id, 'user-eve');
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  await check({ token: 'nonsense' }, 'token_invalid');
  await check({ token: '' }, 'token_invalid');
  await check({ token: 42 }, 'token_invalid');
  await check({ token: `${head}.${claims}.${changed}` }, 'token_invalid');
  await check({ token: `${head}.${Buffer.from(forged).toString('base64url')}.${signature}` }, 'token_invalid');
  await check({ token: `${none}.${claims}.` }, 'token_invalid');
  await check({ token: 'x'.repeat(5000) }, 'token_invalid');
});

test('a token is for the namespace of its game', async () => {
  const { sessionToken } = await server.session(live, { game: 'tictactoe', players: [ada] });
  await check({ token: sessionToken }, 'token_invalid', 'checkers');
});

test('a token that has done its work lets nobody join again', async () => {
  const { sessionToken } = await server.session(live, { game: 'tictactoe', matchType: 'bot', players: [ada] });
  const player = await holder(server, sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  await player.started();
  await player.do('game:resign', player.here);
  await player.next('game:over');
  refusedWith(await player.ask('matchmaking:join', { username: 'ada' }), 'token_expired');
});

test('a private room: the friend joins with the room code', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'private', players: [ada] });
  assert.match(session.roomCode, /^[A-HJ-NP-Z2-9]{6}$/);
  const body = { roomCode: session.roomCode, game: 'tictactoe', player: ben };
  const friend = await server.call('POST', '/v1/sessions/join', { key: live, body });
  assert.equal(friend.status, 201);
  assert.equal(friend.body.sessionId, session.sessionId);
  assert.deepEqual(friend.body.players, [ada, ben]);
  const one = await holder(server, session.sessionToken);
  await one.do('matchmaking:join', { username: 'ada' });
  await one.next('matchmaking:waiting');
  const two = await holder(server, friend.body.sessionToken);
  await two.do('matchmaking:join', { username: 'ben' });
  const [started] = await Promise.all([one.started(), two.started()]);
  assert.deepEqual(started.players.map(({ id }) => id), [ada.id, ben.id]);
  assert.equal(two.playerId, ben.id);
  const late = await server.call('POST', '/v1/sessions/join', { key: live, body: { ...body, player: { id: 'third' } } });
  assert.equal(late.status, 404, 'a code is valid until the game starts');
});

test('a room code is read in any case, and the same friend may use it twice', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'private', players: [ada] });
  const join = (player) => {
    const body = { roomCode: session.roomCode.toLowerCase(), game: 'tictactoe', player };
    return server.call('POST', '/v1/sessions/join', { key: live, body });
  };
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await join(ben);
    assert.deepEqual([status, body.sessionId, body.players], [201, session.sessionId, [ada, ben]]);
  }
  const third = await join({ id: 'third' });
  assert.deepEqual([third.status, third.body.error], [400, 'both seats of this game are taken']);
});

test('a private room: two players given, two tokens', async () => {
  const session = await server.session(live, { game: 'checkers', variant: 'russian', matchType: 'private', players: [ada, ben] });
  assert.deepEqual(session.tokens.map(({ playerId }) => playerId), [ada.id, ben.id]);
  assert.equal(session.tokens[0].sessionToken, session.sessionToken);
  const players = [];
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken, 'checkers');
    await player.do('matchmaking:join', { username: 'x' });
    players.push(player);
  }
  const [one, two] = [await players[0].started(), await players[1].started()];
  assert.deepEqual([one.roomId, one.playerId, two.playerId, one.variant], [two.roomId, ada.id, ben.id, 'russian']);
});

test('a stranger never meets a private player', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'private', players: [ada] });
  const host = await holder(server, session.sessionToken);
  await host.do('matchmaking:join', { username: 'ada' });
  const open = await server.session(live, { game: 'tictactoe', players: [ben] });
  const stranger = await holder(server, open.sessionToken);
  await stranger.do('matchmaking:join', { username: 'ben' });
  assert.equal((await stranger.next('matchmaking:waiting')).position, 1);
  assert.equal(host.has('game:started'), false);
});

test('a room code of another tenant, of another game, or of nobody is unknown', async () => {
  const session = await server.session(live, { game: 'tictactoe', matchType: 'private', players: [ada] });
  const join = (key, body) => server.call('POST', '/v1/sessions/join', { key, body: { player: ben, ...body } });
  const unknown = await join(live, { roomCode: 'ZZZZZZ', game: 'tictactoe' });
  assert.equal(unknown.status, 404);
  for (const answer of [
    await join(other, { roomCode: session.roomCode, game: 'tictactoe' }),
    await join(live, { roomCode: session.roomCode, game: 'checkers' }),
  ]) {
    assert.equal(answer.status, 404);
    assert.equal(answer.body.error, unknown.body.error, 'what exists is never revealed');
  }
});

test('a variant in a join must be the one of the session', async () => {
  const { sessionToken } = await server.session(live, { game: 'checkers', variant: 'russian', players: [ada] });
  const player = await holder(server, sessionToken, 'checkers');
  refusedWith(await player.ask('matchmaking:join', { username: 'ada', variant: 'english' }), 'unknown_variant');
});

test('an expired token joins nothing, but comes back to a running game', async (t) => {
  const short = await Server.start({ 'times.token_life': '15s' });
  t.after(() => short.stop());
  const key = (await short.key(await short.tenant('Acme'), 'live')).key;
  const seated = await short.session(key, { game: 'tictactoe', matchType: 'bot', players: [ada] });
  const idle = await short.session(key, { game: 'tictactoe', matchType: 'bot', players: [ben] });
  assert.equal(idle.expiresIn, 15);
  const player = await holder(short, seated.sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  const { roomId } = await player.started();
  const waiting = await holder(short, idle.sessionToken);
  const status = async () => (await short.call('GET', `/v1/sessions/${idle.sessionId}`, { key })).body.status;
  while ((await status()) === 'pending');
  assert.equal(await status(), 'expired');
  refusedWith(await waiting.ask('matchmaking:join', { username: 'ben' }), 'token_expired');
  const error = await Player.refused(short, 'tictactoe', { auth: { token: idle.sessionToken } });
  assert.equal(error.data.code, 'token_expired');
  player.close();
  const back = await holder(short, seated.sessionToken);
  await back.do('game:reconnect', { playerId: ada.id });
  assert.equal((await back.next('game:reconnected')).roomId, roomId);
});

test('guests can be switched off', async (t) => {
  const closed = await Server.start({ guests: false });
  t.after(() => closed.stop());
  const error = await Player.refused(closed, 'tictactoe', {});
  assert.equal(error.data.code, 'guests_not_allowed');
  const key = (await closed.key(await closed.tenant('Acme'), 'live')).key;
  const { sessionToken } = await closed.session(key, { game: 'tictactoe', matchType: 'bot', players: [ada] });
  const player = await holder(closed, sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  await player.started();
});
