// Every operation of the OpenAPI document with the ids of somebody else: not found, and not a word about them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DashboardPage, operatorLink } from '../e2e/dashboard.js';
import { hangUp, holder, Player } from '../e2e/player.js';
import { Receiver } from '../e2e/receiver.js';
import { Server } from '../e2e/server.js';
import { filled, operations } from './document.js';

let server;
let receiver;
let document;
let owner;
let ownerPage;
let outsiders;
let known;
before(async () => {
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  receiver = await Receiver.start();
  document = (await server.call('GET', '/openapi.json')).body;
  const acme = await server.tenant('Acme');
  const ownerKey = await server.key(acme, 'live', 'https://canary.example');
  owner = ownerKey.key;
  ownerPage = await DashboardPage.signIn(server, { key: owner });
  outsiders = {
    'another tenant': (await server.key(await server.tenant('Bolt'), 'live')).key,
    'a test key of the same tenant': (await server.key(acme, 'test')).key,
  };
  known = { ...(await someHistory()), keyId: ownerKey.id, keyPrefix: ownerKey.prefix, origin: 'https://canary.example', signInId: ownerPage.account.signInId, colour: '#c0ffe1' };
  const { status } = await ownerPage.call('PUT', '/v1/dashboard/theme', { body: colours(known.colour) });
  assert.equal(status, 200);
});

/** How outsiders call an operation: with their key, and signed in to the dashboard with it. `[who, call]` each. */
async function waysOf({ ofDashboard }) {
  const ways = [];
  for (const [who, key] of Object.entries(outsiders)) {
    const page = await DashboardPage.signIn(server, { key }, key.startsWith('bg_test_') ? 'test' : 'live');
    ways.push([`${who}, signed in`, (method, path, body) => page.call(method, path, { body })]);
    if (!ofDashboard) ways.push([who, (method, path, body) => server.call(method, path, { key, body })]);
  }
  return ways;
}
after(async () => {
  await hangUp(server);
  receiver.stop();
  await server.stop();
});

/** The owner's secrets: a finished game between two players, an open room, a webhook that was delivered. */
async function someHistory() {
  await server.call('PUT', '/v1/webhooks/endpoint', { key: owner, body: { url: receiver.url } });
  const players = [{ id: 'canary-ann', displayName: 'Canary Ann' }, { id: 'canary-ben', displayName: 'Canary Ben' }];
  const played = await server.session(owner, { game: 'checkers', matchType: 'private', players });
  const seats = [];
  for (const { playerId, sessionToken } of played.tokens) {
    const seat = await holder(server, sessionToken, 'checkers');
    await seat.do('matchmaking:join', { username: playerId });
    seats.push(seat);
  }
  await Promise.all(seats.map((seat) => seat.started()));
  const first = seats.find((seat) => seat.playerId === 'canary-ann');
  const second = seats.find((seat) => seat !== first);
  await first.play({ from: 40, to: 33 });
  await second.play({ from: 17, to: 24 });
  await first.do('game:resign', first.here);
  let event;
  do event = await receiver.next();
  while (event.body.event !== 'game.ended');
  const { body } = await delivered();
  const open = await server.session(owner, { game: 'checkers', matchType: 'private', players: [players[0]] });
  return {
    sessionId: played.sessionId, roomId: seats[0].roomId, playerId: 'canary-ann', displayName: 'Canary Ann',
    eventId: event.body.id, deliveryId: body.deliveries[0].deliveryId, url: receiver.url, roomCode: open.roomCode,
    openSession: open.sessionId,
  };
}

/** The owner's deliveries, once there is one. */
async function delivered() {
  for (;;) {
    const answer = await server.call('GET', '/v1/webhooks/deliveries', { key: owner });
    if (answer.body.deliveries.length > 0) return answer;
  }
}

/** What a path parameter of this operation names. */
function named({ path }, name) {
  if (name === 'roomId') return known.roomId;
  if (name === 'roomCode') return known.roomCode;
  if (name === 'eventId') return known.eventId;
  if (name === 'tenantId') return ownerPage.account.tenant.id;
  if (name === 'id' && path.startsWith('/v1/sessions/')) return known.sessionId;
  if (name === 'id' && path.startsWith('/v1/players/')) return known.playerId;
  if (name === 'id' && path.startsWith('/v1/dashboard/keys/')) return known.keyId;
  if (name === 'id' && path.startsWith('/v1/dashboard/sign-ins/')) return known.signInId;
  throw new Error(`teach this test whose ids the parameter ${name} of ${path} takes`);
}

/** Colours for a board, those of destinations as given. */
function colours(mark) {
  return { light: '#f0d9b5', dark: '#a5744a', first: '#fbf6ea', second: '#2b2320', mark };
}

/** Bodies that name something of the owner's. */
const BODIES = {
  joinSession: () => ({ roomCode: known.roomCode, game: 'checkers', player: { id: 'eve' } }),
  replayWebhooks: () => ({ id: known.eventId }),
  setKeyOrigins: () => ({ allowedOrigins: ['https://eve.example'] }),
  rotateKey: () => ({ overlapSeconds: 0 }),
  changeTenant: () => ({ plan: 'starter' }),
};

/** Bodies that are sound and name nothing of anybody's. */
const HARMLESS = {
  createSession: () => ({ game: 'checkers', players: [{ id: 'eve' }] }),
  setWebhookEndpoint: () => ({ url: 'http://127.0.0.1:9009/elsewhere' }),
  rotateWebhookSecret: () => ({}),
  createTenant: () => ({ name: 'Eve' }),
  setTheme: () => colours('#082a66'),
  signIn: () => ({ key: `bg_live_${'a'.repeat(48)}` }),
};

/** Fails when an answer tells anything of the owner's that the question did not say. */
function silent(answer, asked, what) {
  for (const [name, secret] of Object.entries(known)) {
    if (!asked.includes(secret)) assert.ok(!answer.text.includes(secret), `${what} tells the ${name}`);
  }
}

test('the owner finds all of it', async () => {
  for (const operation of operations(document)) {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    if (operation.method !== 'GET' || names.length === 0) continue;
    const path = filled(operation.path, Object.fromEntries(names.map((name) => [name, named(operation, name)])));
    if (operation.secured) assert.equal((await server.call('GET', path, { key: owner })).status, 200, operation.id);
    if (operation.secured || operation.ofDashboard) assert.equal((await ownerPage.call('GET', path)).status, 200, operation.id);
  }
});

test('every operation on an id of somebody else answers as if there were no such id', async () => {
  let tried = 0;
  for (const operation of operations(document)) {
    const { id, method, path, parameters } = operation;
    const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const foreign = Object.fromEntries(names.map((name) => [name, named(operation, name)]));
    const nothing = Object.fromEntries(names.map((name) => [name, 'no-such-thing']));
    const body = BODIES[id]?.();
    if (!body && names.length === 0) continue;
    for (const [who, call] of await waysOf(operation)) {
      const answer = await call(method, filled(path, foreign), body);
      const missing = { ...body, ...(body?.id && { id: 'no-such-thing' }), ...(body?.roomCode && { roomCode: 'ZZZZZZ' }) };
      const unknown = await call(method, filled(path, nothing), body && missing);
      assert.equal(answer.status, 404, `${id} for ${who}: ${answer.text}`);
      assert.deepEqual({ ...answer.body, request_id: '' }, { ...unknown.body, request_id: '' }, `${id} for ${who}`);
      tried += 1;
    }
  }
  assert.ok(tried >= 36, `only ${tried} cells were tried`);
  assert.equal((await server.call('GET', `/v1/players/${known.playerId}`, { key: owner })).status, 200, 'nothing was erased');
  const { body } = await ownerPage.call('GET', '/v1/dashboard/keys');
  const { allowedOrigins, state } = body.keys.find(({ id }) => id === known.keyId);
  assert.deepEqual([allowedOrigins, state], [[known.origin], 'active'], 'the key is as it was');
});

test('the colours of the owner are those of its own new live sessions only', async () => {
  const markOf = async (key) => (await server.session(key, { game: 'checkers', players: [{ id: 'eve' }] })).theme?.mark;
  assert.equal(await markOf(owner), known.colour);
  for (const [who, key] of Object.entries(outsiders)) assert.notEqual(await markOf(key), known.colour, who);
});

test('no operation tells an outsider anything of the owner, whatever page or game they ask for', async () => {
  for (const operation of operations(document)) {
    const { id, method, path, parameters } = operation;
    const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    const place = filled(path, Object.fromEntries(names.map((name) => [name, named(operation, name)])));
    const pages = parameters.some(({ name }) => name === 'after') ? Object.values(known) : [];
    const game = parameters.some(({ name }) => name === 'game') ? 'game=checkers' : '';
    const queries = [game, ...pages.map((after) => `after=${encodeURIComponent(after)}`)];
    const nobody = (method, path, body) => server.call(method, path, { body });
    for (const [who, call] of [...(await waysOf(operation)), ['nobody', nobody]]) {
      for (const query of queries) {
        const body = operation.body ? (BODIES[id] ?? HARMLESS[id] ?? (() => ({})))() : undefined;
        const answer = await call(method, `${place}?${query}`, body);
        assert.ok(answer.status < 500, `${id} for ${who}: ${answer.text}`);
        if (id !== 'listRooms') silent(answer, `${place}?${query}${JSON.stringify(body)}`, `${id} for ${who}`);
        if (who === 'nobody' && operation.secured) assert.equal(answer.status, 401, id);
        if (who === 'nobody' && operation.ofDashboard) assert.equal(answer.status, id === 'signIn' ? 403 : 401, id);
      }
    }
  }
});

test('the lobby tells an outsider nothing of those who wait, and lets nobody play against them', async () => {
  const waiting = await member(owner, 'canary-cat');
  await waiting.do('matchmaking:join', { username: 'Canary Cat' });
  const insider = await member(owner, 'canary-dan');
  await insider.do('lobby:follow', {});
  const { seeks } = await insider.next('lobby:state', ({ seeks }) => seeks.length === 1);
  assert.ok(!JSON.stringify(seeks).includes('canary-cat'), 'not even the own tenant is told an id');
  const strangers = { nobody: await Player.connect(server, 'checkers') };
  for (const [who, key] of Object.entries(outsiders)) strangers[who] = await member(key, 'eve');
  for (const [who, stranger] of Object.entries(strangers)) {
    await stranger.do('lobby:follow', {});
    assert.deepEqual((await stranger.next('lobby:state')).seeks, [], who);
    const accept = (seekId) => stranger.ask('matchmaking:join', { username: 'Eve', seekId });
    const [foreign, unknown] = [await accept(seeks[0].seekId), await accept('seek_none')];
    assert.deepEqual([foreign.ok, foreign], [false, unknown], who);
  }
  await insider.do('matchmaking:join', { username: 'Dan', seekId: seeks[0].seekId });
  assert.equal((await waiting.started()).roomId, (await insider.started()).roomId);
});

/** A connected player of a new session. */
async function member(key, id) {
  const session = await server.session(key, { game: 'checkers', players: [{ id, displayName: id }] });
  return holder(server, session.sessionToken, 'checkers');
}

test('a test key opens nothing live: no session, no room code, no webhook of a live game', async () => {
  const key = outsiders['a test key of the same tenant'];
  for (const mode of ['live', 'training']) {
    const body = { game: 'checkers', mode, players: [{ id: 'eve' }] };
    assert.equal((await server.call('POST', '/v1/sessions', { key, body })).status, 403);
  }
  const body = { url: 'http://127.0.0.1:9009/tests' };
  assert.equal((await server.call('PUT', '/v1/webhooks/endpoint', { key, body })).status, 200);
  const live = () => server.call('GET', '/v1/webhooks/endpoint', { key: owner });
  assert.equal((await live()).body.url, receiver.url, 'where test webhooks go says nothing of live ones');
  assert.equal((await server.call('DELETE', '/v1/webhooks/endpoint', { key })).status, 204);
  assert.equal((await live()).status, 200);
});

test('who is signed in as a tenant opens no other one by naming it', async () => {
  const acme = ownerPage.account.tenant.id;
  for (const [who, key] of Object.entries(outsiders)) {
    const page = await DashboardPage.signIn(server, { key }, key.startsWith('bg_test_') ? 'test' : 'live');
    if (page.account.tenant.id === acme) continue;
    for (const operation of operations(document)) {
      if (operation.method !== 'GET' || operation.path.includes('{') || !(operation.ofDashboard || operation.secured)) continue;
      const answer = await page.call('GET', operation.path, { tenant: acme });
      assert.equal(answer.status, 404, `${operation.id} for ${who}`);
      silent(answer, '', `${operation.id} for ${who}`);
    }
  }
});

test('a test key that signs in opens nothing live by naming the mode', async () => {
  const key = outsiders['a test key of the same tenant'];
  const page = await DashboardPage.signIn(server, { key }, 'test');
  page.mode = 'live';
  for (const operation of operations(document)) {
    if (operation.method !== 'GET' || operation.path.includes('{') || !(operation.ofDashboard || operation.secured)) continue;
    const answer = await page.call('GET', operation.path);
    assert.equal(answer.status, 403, operation.id);
    silent(answer, '', operation.id);
  }
});

test('the operator sees what the owner sees, of the tenant that is named', async () => {
  const page = await DashboardPage.signIn(server, { link: await operatorLink(server) });
  const tenant = ownerPage.account.tenant.id;
  assert.equal((await page.call('GET', `/v1/sessions/${known.sessionId}`, { tenant })).status, 200);
  assert.ok((await page.call('GET', '/v1/dashboard/keys', { tenant })).text.includes(known.keyId));
  assert.ok(!(await page.call('GET', '/v1/dashboard/sign-ins', { tenant })).text.includes(known.signInId), 'sign-ins are those of operators');
});
