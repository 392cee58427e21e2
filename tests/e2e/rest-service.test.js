// What is the same for all requests: ids, allowances, sites, and what operators ask.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parlour, Server } from './server.js';

let server;
let key;
before(async () => {
  server = await Server.start({ 'limits.anonymous_requests_per_minute': 1000 });
  key = (await server.key(await server.tenant('Acme'), 'live')).key;
});
after(() => server.stop());

/** The allowance a plan is told. */
async function check(plan, limit) {
  const { key: own } = await server.key(await server.tenant(`${plan} tenant`, plan), 'live');
  const before = Math.floor(Date.now() / 1000);
  const { headers } = await server.call('GET', '/v1/sessions', { key: own });
  assert.equal(Number(headers.get('x-ratelimit-limit')), limit);
  assert.equal(Number(headers.get('x-ratelimit-remaining')), limit - 1);
  const reset = Number(headers.get('x-ratelimit-reset'));
  assert.ok(reset >= before && reset <= before + 62, 'Unix seconds');
  return own;
}

test('every response has an id of its own', async () => {
  const seen = new Set();
  for (const path of ['/healthz', '/v1/variants', '/v1/sessions', '/nowhere', '/metrics']) {
    const { headers } = await server.call('GET', path);
    assert.match(headers.get('x-request-id'), /^\S{8,}$/);
    seen.add(headers.get('x-request-id'));
  }
  assert.equal(seen.size, 5);
});

test('plans: starter 60 requests a minute, growth 300, pro 600', async () => {
  await check('growth', 300);
  await check('pro', 600);
});

test('a starter key that asks more than 60 times a minute gets 429 with Retry-After, others go on', async () => {
  const own = await check('starter', 60);
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.call('GET', '/v1/sessions', { key: own })));
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 0);
  for (const { headers, body } of refused) {
    assert.ok(Number(headers.get('retry-after')) >= 1);
    assert.equal(headers.get('x-ratelimit-remaining'), '0');
    assert.deepEqual([body.error, body.code], ['Too many requests', 'rate_limited']);
  }
  assert.equal((await server.call('GET', '/v1/sessions', { key })).status, 200);
  assert.equal((await server.call('GET', '/v1/variants')).status, 200);
});

test('whoever has no key has an allowance by address', async (t) => {
  const strict = await Server.start({ 'limits.anonymous_requests_per_minute': 5 });
  t.after(() => strict.stop());
  const statuses = [];
  for (let count = 0; count < 8; count += 1) statuses.push((await strict.call('GET', '/v1/variants')).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
  assert.equal((await strict.call('GET', '/healthz')).status, 200, 'operators are counted apart');
});

test('a page may ask before it asks: CORS preflight', async () => {
  const origin = 'https://app.example';
  for (const path of ['/v1/sessions', '/v1/variants', '/v1/rooms']) {
    const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const answer = await server.call('OPTIONS', path, { headers });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.match(answer.headers.get('access-control-allow-methods'), /POST/);
    assert.match(answer.headers.get('access-control-allow-headers'), /Authorization/);
    assert.match(answer.headers.get('vary'), /Origin/i);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
  const answer = await server.call('GET', '/v1/variants', { headers: { origin } });
  assert.equal(answer.headers.get('access-control-allow-origin'), origin);
  assert.match(answer.headers.get('access-control-expose-headers'), /X-RateLimit-Remaining/);
});

test('CORS: which page may read which answer', async () => {
  const tenant = await server.tenant('Pages');
  const closed = (await server.key(tenant, 'live')).key;
  const listed = (await server.key(tenant, 'live', 'https://app.example')).key;
  const open = (await server.key(tenant, 'live', '*')).key;
  for (const [origin, key, status, readable] of [
    ['https://app.example', undefined, 401, true], ['null', undefined, 401, true],
    ['https://app.example', closed, 403, false], ['https://app.example', listed, 200, true],
    ['https://app.example', open, 200, true], ['https://evil.example', closed, 403, false],
    ['https://evil.example', listed, 403, false], ['https://app.example.evil.example', listed, 403, false],
    ['http://app.example', listed, 403, false], ['null', listed, 403, false], [undefined, closed, 200, false],
  ]) {
    const answer = await server.call('GET', '/v1/sessions', { key, headers: origin ? { origin } : {} });
    const what = `${origin} with ${key === undefined ? 'no key' : key.slice(0, 16)}`;
    assert.equal(answer.status, status, what);
    assert.equal(answer.headers.get('access-control-allow-origin'), readable ? origin : null, what);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null, what);
    if (readable) assert.match(answer.headers.get('vary'), /Origin/i, what);
  }
});

test('healthz and readyz say that all is well', async () => {
  const alive = await server.call('GET', '/healthz');
  assert.deepEqual([alive.status, alive.body.status], [200, 'ok']);
  assert.match(alive.body.version, /^\d+\.\d+\.\d+/);
  const ready = await server.call('GET', '/readyz');
  assert.deepEqual([ready.status, ready.body], [200, { ready: true, status: 'ready', problems: [] }]);
});

test('metrics are there for Prometheus, without names of people', async () => {
  await server.session(key, { game: 'tictactoe', players: [{ id: 'secret-person' }] });
  const { headers } = await fetch(server.metricsUrl);
  const text = await server.metrics();
  assert.match(headers.get('content-type'), /^text\/plain/);
  for (const name of ['parlour_games_active', 'parlour_sockets', 'parlour_queue_waiting', 'parlour_http_requests_total']) {
    assert.match(text, new RegExp(`^${name}[ {]`, 'm'));
  }
  assert.doesNotMatch(text, /secret-person|acme/);
});

test('the OpenAPI document names every route of the page', async () => {
  const { body } = await server.call('GET', '/openapi.json');
  assert.match(body.openapi, /^3\.1/);
  for (const [method, path] of [
    ['post', '/v1/sessions'], ['get', '/v1/sessions'], ['post', '/v1/sessions/join'], ['get', '/v1/sessions/validate'],
    ['get', '/v1/rooms'], ['get', '/v1/variants'], ['get', '/healthz'], ['get', '/readyz'], ['get', '/metrics'],
  ]) {
    assert.ok(body.paths[path]?.[method], `${method} ${path}`);
  }
});

test('the AsyncAPI document names every event of the page', async () => {
  const { body, text } = await server.call('GET', '/asyncapi.json');
  assert.match(body.asyncapi, /^3\./);
  for (const event of [
    'matchmaking:join', 'matchmaking:leave', 'game:get_moves', 'game:move', 'game:resign', 'afk:check', 'game:reconnect',
    'game:spectate', 'game:spectate:leave', 'game:rematch', 'game:draw:offer', 'game:draw:accept', 'game:draw:decline',
    'matchmaking:waiting', 'matchmaking:left', 'matchmaking:already_started', 'game:started', 'game:valid_moves',
    'game:move:made', 'tictactoe:afk_warning', 'checkers:afk_warning', 'tictactoe:afk_warning_cleared',
    'checkers:afk_warning_cleared', 'afk:status', 'player:disconnected', 'player:reconnected', 'game:reconnected',
    'game:spectate:joined', 'game:over', 'game:error', 'game:rematch:offered', 'game:draw:offered', 'game:draw:declined',
    'server:restarting',
  ]) {
    assert.ok(text.includes(`"${event}"`), event);
  }
});

test('variants: every game with rule cards, board size, playable squares, labels and start', async () => {
  const { status, body } = await server.call('GET', '/v1/variants');
  assert.equal(status, 200);
  const [tictactoe, checkers] = body.games;
  assert.deepEqual([tictactoe.game, checkers.game], ['tictactoe', 'checkers']);
  assert.deepEqual(tictactoe.variants.map(({ variant }) => variant), ['classic']);
  const sizes = (cards) => Object.fromEntries(cards.map(({ variant, rows }) => [variant, rows]));
  assert.deepEqual(sizes(checkers.variants), sizes(JSON.parse(await parlour('variants', '--json'))));
  const { english, international, canadian } = sizes(checkers.variants);
  assert.deepEqual({ english, international, canadian }, { english: 8, international: 10, canadian: 12 });
  for (const card of body.games.flatMap(({ variants }) => variants)) {
    assert.equal(card.start.length, card.rows * card.columns);
    assert.equal(card.labels.length, card.start.length);
    for (const [index, label] of card.labels.entries()) assert.equal(label !== null, card.playable.includes(index));
    assert.ok(card.ruleCard.title && card.ruleCard.sections.length > 0);
  }
  assert.deepEqual(checkers.variants.filter((card) => card.default).map(({ variant }) => variant), ['english']);
});
