// Sessions, results and games over REST.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair } from './player.js';
import { Server } from './server.js';

let server;
let live;
let trial;
let stranger;
before(async () => {
  server = await Server.start();
  ({ live, trial, stranger } = await server.twoTenants());
});
afterEach(() => hangUp(server));
after(() => server.stop());

const ada = { id: 'ada', displayName: 'Ada' };
const ben = { id: 'ben', displayName: 'Ben' };
let people = 0;
const somebody = () => ({ id: `player-${(people += 1)}`, displayName: 'Somebody' });

/** A session with these fields is answered with these. */
async function check(key, fields, expected) {
  const session = await server.session(key, fields);
  for (const [field, value] of Object.entries(expected)) assert.deepEqual(session[field], value, field);
  return session;
}

/** A private game of two tokens, ready to be played. */
async function privateGame(fields) {
  const players = [somebody(), somebody()];
  const session = await server.session(live, { matchType: 'private', players, ...fields });
  const seats = [];
  for (const { sessionToken } of session.tokens) {
    const player = await holder(server, sessionToken, fields.game);
    await player.do('matchmaking:join', { username: 'x' });
    seats.push(player);
  }
  for (const seat of seats) await seat.started();
  return { session, seats };
}

const claims = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));

test('a session is answered 201 with everything the page names', async () => {
  const before = Math.floor(Date.now() / 1000);
  const session = await check(live, { game: 'tictactoe', players: [ada], theme: { primary: '#fff' } }, {
    expiresIn: 300, game: 'tictactoe', variant: 'classic', mode: 'live', matchType: 'matchmaking', roomCode: null,
    players: [ada], theme: { primary: '#fff' }, webhooksEnabled: true, tokens: undefined,
  });
  const expires = Date.parse(session.expiresAt) / 1000;
  assert.ok(expires >= before + 299 && expires <= before + 310);
  const { sid, tid, exp, iat, ...rest } = claims(session.sessionToken);
  assert.deepEqual([sid, tid, exp - iat], [session.sessionId, 'acme', 300]);
  assert.deepEqual(rest, { game: 'tictactoe', variant: 'classic', mode: 'live', matchType: 'matchmaking', players: [ada] });
});

test('with no mode given it is live for a live key and test for a test key', async () => {
  await check(live, { game: 'checkers', players: [ada] }, { mode: 'live', webhooksEnabled: true, variant: 'english' });
  await check(trial, { game: 'checkers', players: [ada] }, { mode: 'test', webhooksEnabled: false });
});

test('training needs no players, gives anonymous ids, and no webhooks', async () => {
  const fields = { game: 'checkers', mode: 'training', playerCount: 2, matchType: 'private' };
  const { players, tokens } = await check(live, fields, { mode: 'training', webhooksEnabled: false });
  assert.equal(players.length, 2);
  assert.equal(tokens.length, 2);
  const given = { game: 'checkers', mode: 'training', players: [ada] };
  assert.notEqual((await check(live, given, {})).players[0].id, ada.id);
});

test('a name that is not given is the id', async () => {
  await check(live, { game: 'checkers', players: [{ id: 'carl' }] }, { players: [{ id: 'carl', displayName: 'carl' }] });
});

test('the token of each player names its holder first', async () => {
  const { tokens } = await check(live, { game: 'checkers', matchType: 'private', players: [ada, ben] }, {});
  const holders = tokens.map(({ sessionToken }) => claims(sessionToken).players.map(({ id }) => id));
  assert.deepEqual(holders, [['ada', 'ben'], ['ben', 'ada']]);
});

test('a session goes from pending over active to ended, with its result', async () => {
  const { session, seats } = await privateGame({ game: 'tictactoe' });
  const get = async () => (await server.call('GET', `/v1/sessions/${session.sessionId}?game=tictactoe`, { key: live })).body;
  const active = await get();
  assert.deepEqual([active.status, active.roomId, active.result], ['active', seats[0].roomId, null]);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await seats[ply % 2].play(cell);
  await seats[0].next('game:over');
  const { status, result, ...rest } = await get();
  assert.equal(status, 'ended');
  const { duration, ...outcome } = result;
  assert.deepEqual(outcome, { winner: session.players[0].id, reason: 'victory', moveCount: 5, winningLine: [0, 1, 2] });
  assert.ok(Number.isInteger(duration) && duration >= 0);
  assert.deepEqual(
    [rest.id, rest.game, rest.variant, rest.mode, rest.matchType, rest.players],
    [session.sessionId, 'tictactoe', 'classic', 'live', 'private', session.players],
  );
});

test('a session nobody came to is pending', async () => {
  const { sessionId } = await server.session(live, { game: 'tictactoe', players: [ada] });
  const { body } = await server.call('GET', `/v1/sessions/${sessionId}`, { key: live });
  assert.deepEqual([body.status, body.roomId, body.result], ['pending', null, null]);
});

test('a token is validated without a key', async () => {
  const { session, seats } = await privateGame({ game: 'tictactoe' });
  const validate = async () => (await server.call('GET', `/v1/sessions/validate?token=${session.sessionToken}`)).body;
  assert.deepEqual(await validate(), { status: 'active', result: null });
  await seats[0].do('game:resign', seats[0].here);
  await seats[1].next('game:over');
  const { status, result } = await validate();
  assert.deepEqual([status, result.reason, result.winner], ['ended', 'resignation', session.players[1].id]);
});

test('sessions are listed page by page, newest first, each exactly once', async () => {
  const key = (await server.key(await server.tenant('Lister'), 'live')).key;
  const made = [];
  for (let count = 0; count < 7; count += 1) {
    const game = count % 2 ? 'checkers' : 'tictactoe';
    made.unshift((await server.session(key, { game, players: [ada] })).sessionId);
  }
  const listed = [];
  let after = '';
  do {
    const { body } = await server.call('GET', `/v1/sessions?limit=3${after}`, { key });
    listed.push(...body.sessions.map(({ id }) => id));
    assert.equal(body.hasMore, body.after !== null);
    after = body.after && `&after=${body.after}`;
  } while (after);
  assert.deepEqual(listed, made);
  const only = async (query) => (await server.call('GET', `/v1/sessions?${query}`, { key })).body.sessions.length;
  assert.equal(await only('game=checkers'), 3);
  assert.equal(await only('status=pending&game=tictactoe'), 4);
  assert.equal(await only('status=ended'), 0);
  for (const query of ['limit=0', 'limit=101', 'limit=many', 'status=lost']) {
    assert.equal((await server.call('GET', `/v1/sessions?${query}`, { key })).status, 400, query);
  }
});

test('nobody sees the sessions of another tenant or mode in a list', async () => {
  const { sessionId } = await server.session(trial, { game: 'tictactoe', players: [ada] });
  for (const key of [stranger, live]) {
    const { body } = await server.call('GET', '/v1/sessions?limit=100', { key });
    assert.equal(body.sessions.some(({ id }) => id === sessionId), false);
  }
});

test('an Idempotency-Key makes a repeated POST one', async () => {
  const body = { game: 'tictactoe', players: [ada] };
  const post = (fields, key = live, name = 'order-1') =>
    server.call('POST', '/v1/sessions', { key, body: fields, headers: { 'idempotency-key': name } });
  const first = await post(body);
  const again = await post(body);
  assert.deepEqual([first.status, again.status], [201, 201]);
  assert.equal(again.body.sessionId, first.body.sessionId);
  assert.deepEqual([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')], [null, 'true']);
  const other = await post({ ...body, game: 'checkers' });
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_conflict']);
  const elsewhere = await post(body, stranger);
  assert.equal(elsewhere.status, 201, 'keys of another tenant are its own');
  assert.notEqual(elsewhere.body.sessionId, first.body.sessionId);
  const many = await Promise.all(Array.from({ length: 8 }, () => post(body, live, 'order-2')));
  const made = new Set(many.filter(({ status }) => status === 201).map(({ body: { sessionId } }) => sessionId));
  assert.equal(made.size, 1);
  for (const { status, body: { hint } } of many) {
    assert.ok([201, 409].includes(status));
    if (status === 409) assert.match(hint, /same key/, 'a new key would make a second session');
  }
});

test('a refused request leaves its Idempotency-Key free', async () => {
  const post = (body) => server.call('POST', '/v1/sessions', { key: live, body, headers: { 'idempotency-key': 'order-3' } });
  assert.equal((await post({ game: 'tictactoe', players: [ada, ben] })).status, 400);
  assert.equal((await post({ game: 'tictactoe', players: [ada] })).status, 201);
});

test('a game is told in full to the key of its tenant and to the tokens of its players, and to nobody else', async () => {
  const { session, seats } = await privateGame({ game: 'checkers', variant: 'international' });
  await seats[0].play({ from: 61, to: 50 }); // 31-26
  const path = `/v1/games/${seats[0].roomId}`;
  for (const key of [live, ...session.tokens.map(({ sessionToken }) => sessionToken)]) {
    const { status, body } = await server.call('GET', path, { key });
    assert.equal(status, 200);
    const { game, variant, mode, currentTurn, result, endedAt } = body;
    assert.deepEqual([game, variant, mode, currentTurn, result, endedAt], ['checkers', 'international', 'live', 1, null, null]);
    assert.deepEqual(body.moveHistory[0].move, { from: 61, to: 50, captures: [], path: [50] });
    assert.equal(body.board.length, 100);
    assert.doesNotMatch(JSON.stringify(body), /token|digest|address/i);
  }
  for (const key of [stranger, trial]) assert.equal((await server.call('GET', path, { key })).status, 404);
  const other = await server.session(stranger, { game: 'checkers', players: [ada] });
  assert.equal((await server.call('GET', path, { key: other.sessionToken })).status, 404);
});

test('the token of somebody who does not play opens no game of the same tenant, running or finished', async () => {
  const { session, seats } = await privateGame({ game: 'checkers' });
  const { sessionToken: outsider } = await server.session(live, { game: 'checkers', players: [{ id: 'outsider' }] });
  const [{ sessionToken: player }] = session.tokens;
  const check = async (path) => {
    assert.equal((await server.call('GET', path, { key: outsider })).status, 404);
    assert.equal((await server.call('GET', path, { key: player })).status, 200);
  };
  await check(`/v1/games/${seats[0].roomId}`);
  await seats[0].do('game:resign', seats[0].here);
  await check(`/v1/games/${seats[0].roomId}`);
  await check(`/v1/games/${seats[0].roomId}/pdn`);
});

test('a game of checkers has a PDN, running and finished; tic-tac-toe has none', async () => {
  const { session, seats } = await privateGame({ game: 'checkers' });
  const path = `/v1/games/${seats[0].roomId}/pdn`;
  await seats[0].play({ from: 40, to: 33 });
  const running = await server.call('GET', path, { key: live });
  assert.equal(running.status, 200);
  assert.match(running.text, /\[Result "\*"\][^]*1\. 12-16 \*\n$/);
  await seats[1].do('game:resign', seats[1].here);
  const { pdn } = await seats[0].next('game:over');
  const answer = await server.call('GET', path, { key: live });
  assert.match(answer.headers.get('content-type'), /^text\/plain/);
  assert.equal(answer.text, pdn);
  assert.match(pdn, /\[GameType "21/);
  assert.match(pdn, /\[Result "/);
  const { body } = await server.call('GET', `/v1/sessions/${session.sessionId}`, { key: live });
  assert.equal(body.result.pdn, pdn);
  const marks = await privateGame({ game: 'tictactoe' });
  await marks.seats[0].do('game:resign', marks.seats[0].here);
  await marks.seats[1].next('game:over');
  assert.equal((await server.call('GET', `/v1/games/${marks.seats[0].roomId}/pdn`, { key: live })).status, 404);
});

test('anyone sees the public games, and a key those of its tenant too', async () => {
  const [first] = await pair(server);
  const { seats } = await privateGame({ game: 'tictactoe' });
  const rooms = async (key) => (await server.call('GET', '/v1/rooms?game=tictactoe', { key })).body.rooms.map(({ roomId }) => roomId);
  assert.ok((await rooms()).includes(first.roomId));
  assert.ok((await rooms(live)).includes(first.roomId));
  assert.ok((await rooms(live)).includes(seats[0].roomId));
  assert.equal((await rooms()).includes(seats[0].roomId), false);
  assert.deepEqual((await rooms(stranger)).includes(seats[0].roomId), false);
});
