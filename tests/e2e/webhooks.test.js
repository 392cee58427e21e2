// Webhooks: a tenant's server hears of everything that happens in its games, signed, in order, at least once.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { hangUp, holder } from './player.js';
import { Receiver } from './receiver.js';
import { Server } from './server.js';

let server;
let tenant;
let live;
let receiver;
let people = 0;
before(async () => (server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true })));
beforeEach(async () => {
  people += 1;
  tenant = await server.tenant(`Acme ${people}`);
  live = (await server.key(tenant, 'live')).key;
  receiver = await Receiver.start();
});
afterEach(async () => {
  await hangUp(server);
  receiver.stop();
});
after(() => server.stop());

/** Says where webhooks go, and gives the answer. */
async function subscribe(key, fields = {}) {
  const { status, body } = await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url, ...fields } });
  assert.equal(status, 200, body.error);
  return body;
}

/** Whether a webhook can be verified with the secret, in both families of signatures. */
function check({ headers, raw, body }, secret, bodySecret = secret) {
  const hmac = (key, text) => createHmac('sha256', key).update(text);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  assert.ok(headers['webhook-signature'].split(' ').includes(`v1,${hmac(key, signed).digest('base64')}`));
  assert.equal(headers['x-betagamer-signature'], `sha256=${hmac(bodySecret, raw).digest('hex')}`);
  assert.ok(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 60);
  assert.equal(headers['webhook-id'], body.id);
  assert.equal(headers['x-betagamer-delivery'], body.deliveryId);
  assert.equal(headers['x-betagamer-event'], body.event);
  assert.equal(headers['content-type'], 'application/json');
}

/** A private game of two, both seated. */
async function seated(key) {
  const players = ['ada', 'ben'].map((name) => ({ id: `${name}-${people}`, displayName: name }));
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players });
  const seats = [];
  for (const { playerId, sessionToken } of session.tokens) {
    const seat = await holder(server, sessionToken);
    await seat.do('matchmaking:join', { username: playerId });
    seats.push(seat);
  }
  await Promise.all(seats.map((seat) => seat.started()));
  return { session, seats };
}

test('a whole game is told in order, every event signed and with an id of its own', async () => {
  const { secret } = await subscribe(live);
  const { session, seats } = await seated(live);
  const first = seats.find((seat) => seat.playerId === session.players[0].id);
  const second = seats.find((seat) => seat !== first);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) {
    assert.equal((await (ply % 2 ? second : first).play(cell)).ok, true);
  }
  const events = [];
  while (events.at(-1)?.body.event !== 'game.ended') events.push(await receiver.next());
  const names = events.map(({ body }) => body.event).filter((name) => name !== 'tictactoe.fork');
  assert.deepEqual(names, ['session.created', 'session.started', ...Array(5).fill('game.move'), 'game.ended']);
  events.forEach((event) => check(event, secret));
  assert.equal(new Set(events.map(({ body }) => body.id)).size, events.length);
  for (const { body } of events) {
    assert.deepEqual([body.sessionId, body.game, body.mode], [session.sessionId, 'tictactoe', 'live']);
  }
  const [created, started] = events.map(({ body }) => body.data);
  assert.deepEqual([created.status, created.matchType, created.players.length], ['pending', 'private', 2]);
  assert.deepEqual([started.status, started.matchType, started.players.length], ['active', 'private', 2]);
  const { winner, reason, moveCount, winningLine } = events.at(-1).body.data;
  assert.deepEqual({ winner, reason, moveCount, winningLine }, {
    winner: first.playerId,
    reason: 'victory',
    moveCount: 5,
    winningLine: [0, 1, 2],
  });
});

test('an event that fails is sent again under its id, also after the server was killed', async () => {
  const { secret } = await subscribe(live);
  receiver.answer = (count) => (count === 1 ? 500 : 200);
  await server.session(live, { game: 'checkers', players: [{ id: 'ada', displayName: 'Ada' }] });
  const failed = await receiver.next();
  const deliveries = async () => (await server.call('GET', '/v1/webhooks/deliveries', { key: live })).body.deliveries;
  while ((await deliveries()).length === 0);
  const [{ status, attempt, error, deliveryId }] = await deliveries();
  assert.deepEqual([status, attempt, error], [500, 1, 'the receiver answered 500, not 2xx']);
  assert.equal(deliveryId, failed.body.deliveryId);
  await server.restart('SIGKILL');
  const again = await receiver.next();
  check(again, secret);
  assert.equal(again.body.id, failed.body.id);
  assert.notEqual(again.body.deliveryId, failed.body.deliveryId);
});

test('a delivered event can be sent again by its id, and deliveries are listed page by page', async () => {
  await subscribe(live);
  await server.session(live, { game: 'checkers', players: [{ id: 'ada', displayName: 'Ada' }] });
  const { body } = await receiver.next();
  const replay = (fields, key = live) => server.call('POST', '/v1/webhooks/replay', { key, body: fields });
  let answer = await replay({ id: body.id });
  while (answer.status === 404) answer = await replay({ id: body.id }); // until its delivery is recorded
  assert.deepEqual([answer.status, answer.body], [200, { replayed: 1, hasMore: false }]);
  const again = await receiver.next();
  assert.equal(again.body.id, body.id);
  const page = async (query) => (await server.call('GET', `/v1/webhooks/deliveries?${query}`, { key: live })).body;
  while ((await page('')).deliveries.length < 2);
  const newest = await page('limit=1');
  assert.deepEqual([newest.deliveries[0].deliveryId, newest.deliveries[0].attempt], [again.body.deliveryId, 2]);
  const oldest = await page(`limit=1&after=${newest.after}`);
  assert.deepEqual([oldest.deliveries[0].deliveryId, oldest.hasMore], [body.deliveryId, false]);
  const foreign = (await server.key(await server.tenant('Bolt'), 'live')).key;
  assert.equal((await replay({ id: body.id }, foreign)).status, 404);
  assert.equal((await replay({ id: 'evt_unknown' })).status, 404);
  assert.equal((await replay({})).body.error, 'give either id or since');
  assert.deepEqual((await replay({ since: '2020-01-01T00:00:00Z' })).body, { replayed: 0, hasMore: false });
});

test('a game says how its players met: by matchmaking, or against a bot', async () => {
  await subscribe(live, { events: ['session.started'] });
  const join = async (name, matchType) => {
    const players = [{ id: `${name}-${people}`, displayName: name }];
    const { sessionToken } = await server.session(live, { game: 'tictactoe', matchType, players });
    const seat = await holder(server, sessionToken);
    await seat.do('matchmaking:join', { username: name });
    return seat;
  };
  const met = async () => (await receiver.next()).body.data.matchType;
  await join('ada', 'bot');
  assert.equal(await met(), 'bot');
  await Promise.all([join('ben', 'matchmaking'), join('cy', 'matchmaking')]);
  assert.deepEqual([await met(), await met()], ['matchmaking', 'matchmaking']);
});

test('only the chosen events are told', async () => {
  await subscribe(live, { events: ['session.started', 'game.ended'] });
  const { seats } = await seated(live);
  await seats[0].do('game:resign', seats[0].here);
  assert.deepEqual(await receiver.names(2), ['session.started', 'game.ended']);
});

test('a session that nobody comes to is told to have expired', async () => {
  const hasty = await Server.start({
    'webhooks.allow_private': true,
    'webhooks.allow_http': true,
    'times.token_life': '1s',
  });
  try {
    const key = (await hasty.key(await hasty.tenant('Acme'), 'live')).key;
    await hasty.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
    await hasty.session(key, { game: 'checkers', players: [{ id: 'ada', displayName: 'Ada' }] });
    assert.deepEqual(await receiver.names(2), ['session.created', 'session.expired']);
  } finally {
    await hasty.stop();
  }
});

test('test games are told only where a test key has said so, training games never', async () => {
  const testKey = (await server.key(tenant, 'test')).key;
  const players = [{ id: 'ada', displayName: 'Ada' }];
  await subscribe(live);
  assert.equal((await server.session(testKey, { game: 'checkers', players })).webhooksEnabled, false);
  assert.equal((await server.session(live, { game: 'checkers', mode: 'training' })).webhooksEnabled, false);
  await subscribe(testKey);
  assert.equal((await server.session(testKey, { game: 'checkers', players })).webhooksEnabled, true);
  const { body } = await receiver.next();
  assert.deepEqual([body.event, body.mode], ['session.created', 'test']);
});

test('a secret is shown once, and both sign while it is rotated', async () => {
  const endpoint = (method, path = '', body) => server.call(method, `/v1/webhooks/endpoint${path}`, { key: live, body });
  assert.equal((await endpoint('GET')).status, 404);
  const { secret: old } = await subscribe(live);
  assert.match(old, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal((await endpoint('GET')).body.secret, undefined);
  assert.equal((await subscribe(live, { events: ['session.created'] })).secret, undefined);
  const rotated = await endpoint('POST', '/rotate', {});
  assert.notEqual(rotated.body.secret, old);
  assert.ok(Date.parse(rotated.body.previousSecretUntil) > Date.now());
  await server.session(live, { game: 'checkers', players: [{ id: 'ada', displayName: 'Ada' }] });
  const event = await receiver.next();
  check(event, old);
  check(event, rotated.body.secret, old);
  assert.equal((await endpoint('DELETE')).status, 204);
  assert.equal((await endpoint('DELETE')).status, 404);
  assert.equal((await endpoint('POST', '/rotate', {})).status, 404);
});

test('a receiver that is gone is not asked again until it is set anew', async () => {
  await subscribe(live);
  receiver.answer = () => 410;
  await server.session(live, { game: 'checkers', players: [{ id: 'ada', displayName: 'Ada' }] });
  await receiver.next();
  const endpoint = async () => (await server.call('GET', '/v1/webhooks/endpoint', { key: live })).body;
  while ((await endpoint()).disabled === null);
  assert.equal((await endpoint()).disabled.reason, 'the receiver answered 410 Gone');
  assert.equal((await subscribe(live)).disabled, null);
});

test('webhooks go to public addresses over TLS only, unless the operator says otherwise', async () => {
  const strict = await Server.start();
  try {
    const key = (await strict.key(await strict.tenant('Acme'), 'live')).key;
    for (const url of [
      receiver.url,
      'http://example.com/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://example.com:22/',
      'https://user:word@example.com/',
      'hook',
      '',
    ]) {
      const { status, body } = await strict.call('PUT', '/v1/webhooks/endpoint', { key, body: { url } });
      assert.deepEqual([status, body.code, body.param], [400, 'bad_request', 'url'], url);
    }
    assert.equal((await strict.call('GET', '/v1/webhooks/endpoint', { key })).status, 404);
    const unknown = await strict.call('PUT', '/v1/webhooks/endpoint', {
      key,
      body: { url: 'https://example.com/', events: ['game.ended', 'game.begun'] },
    });
    assert.deepEqual([unknown.status, unknown.body.param], [400, 'events[1]']);
  } finally {
    await strict.stop();
  }
});

test('an endpoint inside the own network is refused when it is set, however it is spelled', async (t) => {
  const strict = await Server.start();
  t.after(() => strict.stop());
  const acme = await strict.tenant('Acme');
  const { key } = await strict.key(acme);
  for (const url of [
    'https://localhost', 'https://localhost:8443/hook', 'https://LocalHost./', 'https://api.localhost/', 'https://127.0.0.1/',
    'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://10.0.0.7/',
    'https://169.254.169.254/latest/meta-data/', 'https://metadata.google.internal/', 'https://printer.local/', 'https://redis/',
  ]) {
    const answer = await strict.call('PUT', '/v1/webhooks/endpoint', { key, body: { url } });
    assert.deepEqual([answer.status, answer.body.code, answer.body.param], [400, 'bad_request', 'url'], url);
    await assert.rejects(strict.command('webhooks', 'add', url, '--tenant', acme), /webhooks cannot go to/, url);
  }
  assert.equal((await strict.call('GET', '/v1/webhooks/endpoint', { key })).status, 404, 'nothing was set');
});
