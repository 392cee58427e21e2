// The dashboard over HTTP: signing in, what a cookie opens and from where, and keys.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DashboardPage, operatorLink } from './dashboard.js';
import { hangUp, holder } from './player.js';
import { Server } from './server.js';

let server;
let acme;
let live;
let trial;
before(async () => {
  server = await Server.start();
  acme = await server.tenant('Acme', 'growth');
  live = await server.key(acme, 'live');
  trial = await server.key(acme, 'test');
});
after(async () => {
  await hangUp(server);
  await server.stop();
});

const signedIn = (key = live.key, mode = 'live') => DashboardPage.signIn(server, { key }, mode);
const ACCOUNT = '/v1/dashboard/account';

test('a key signs in, and the cookie is out of reach for scripts and other sites', async () => {
  const page = new DashboardPage(server);
  const { body, set, status } = await page.call('POST', '/v1/dashboard/sign-ins', { body: { key: live.key } });
  assert.equal(status, 201);
  assert.match(set, /^parlour-dashboard=\w{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  const { plan, requestsPerMinute, sessionsPerMonth } = body.tenant;
  assert.deepEqual([body.role, body.modes, body.tenant.id], ['tenant', ['live', 'test'], acme]);
  assert.deepEqual([plan, requestsPerMinute, sessionsPerMonth], ['growth', 300, 10_000]);
  assert.deepEqual((await page.call('GET', ACCOUNT)).body, body);
});

test('behind https the cookie is secure and bound to the host', async () => {
  const other = await Server.start({ public_url: 'https://games.example' });
  const { key } = await other.key(await other.tenant('Acme'));
  const page = new DashboardPage(other);
  const headers = { origin: 'https://games.example' };
  const { set, status } = await page.call('POST', '/v1/dashboard/sign-ins', { body: { key }, headers });
  assert.equal(status, 201);
  assert.match(set, /^__Host-parlour-dashboard=\w{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/);
  assert.equal((await page.call('GET', ACCOUNT, { headers })).status, 200);
  await other.stop();
});

test('a wrong, a revoked and a shortened key sign nobody in', async () => {
  const revoked = await server.key(acme, 'live');
  await server.keys('revoke', revoked.id);
  for (const key of [revoked.key, live.key.slice(0, -1), `${live.key}x`, `bg_live_${'a'.repeat(48)}`, 'x']) {
    const { body, set, status } = await new DashboardPage(server).call('POST', '/v1/dashboard/sign-ins', { body: { key } });
    assert.deepEqual([status, body.code, set], [401, 'invalid_api_key', undefined]);
  }
  for (const body of [{}, { key: '' }, { key: live.key, link: 'x' }, { key: 7 }]) {
    assert.equal((await new DashboardPage(server).call('POST', '/v1/dashboard/sign-ins', { body })).status, 400);
  }
});

test('the link of the operator signs in once', async () => {
  const link = await operatorLink(server);
  const page = await DashboardPage.signIn(server, { link });
  assert.deepEqual([page.account.role, page.account.tenant], ['operator', null]);
  const again = await new DashboardPage(server).call('POST', '/v1/dashboard/sign-ins', { body: { link } });
  assert.deepEqual([again.status, again.body.code, again.set], [401, 'token_invalid', undefined]);
  assert.match(again.body.hint, /parlour admin link/);
  assert.equal((await page.call('GET', ACCOUNT)).status, 200);
});

test('a link is good for its time only, and at most a day', async () => {
  const link = await operatorLink(server, '--valid', '0s');
  const late = await new DashboardPage(server).call('POST', '/v1/dashboard/sign-ins', { body: { link } });
  assert.equal(late.status, 401);
  await assert.rejects(server.command('admin', 'link', '--valid', '25h'), /a day at most/);
});

test('a sign-in ends by its time', async () => {
  const brief = await Server.start({ 'times.dashboard_sign_in': '1ms' });
  const { key } = await brief.key(await brief.tenant('Acme'));
  const page = await DashboardPage.signIn(brief, { key });
  assert.equal((await page.call('GET', ACCOUNT)).status, 401);
  await brief.stop();
});

test('a sign-in ends with the key that made it', async () => {
  const { id, key } = await server.key(acme, 'live');
  const page = await signedIn(key);
  assert.equal((await page.call('GET', '/v1/audit')).status, 200);
  await server.keys('revoke', id);
  for (const path of [ACCOUNT, '/v1/audit', '/v1/sessions']) assert.equal((await page.call('GET', path)).status, 401, path);
});

test('signing out ends the cookie, and one browser signs another out', async () => {
  const [page, other] = [await signedIn(), await signedIn()];
  const { body } = await page.call('GET', '/v1/dashboard/sign-ins');
  const current = body.signIns.filter(({ isCurrent }) => isCurrent);
  assert.deepEqual(current.map(({ id }) => id), [page.account.signInId]);
  assert.ok(body.signIns.every(({ keyId }) => keyId !== null) && !JSON.stringify(body).includes(page.cookie.split('=')[1]));
  assert.equal((await page.call('DELETE', `/v1/dashboard/sign-ins/${other.account.signInId}`)).status, 204);
  assert.equal((await other.call('GET', ACCOUNT)).status, 401);
  const stolen = page.cookie;
  const { set, status } = await page.call('DELETE', '/v1/dashboard/sign-ins/current');
  assert.equal(status, 204);
  assert.match(set, /^parlour-dashboard=; Path=\/; Max-Age=0;/);
  assert.equal((await page.call('GET', ACCOUNT, { headers: { cookie: stolen } })).status, 401);
});

test('no page but that of the dashboard uses the cookie', async () => {
  const page = await signedIn();
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const changes = [
    ['POST', '/v1/dashboard/keys', {}],
    ['POST', '/v1/sessions', { game: 'tictactoe', players: [{ id: 'eve' }] }],
    ['DELETE', '/v1/dashboard/sign-ins/current'],
    ['DELETE', `/v1/dashboard/keys/${live.id}`],
    ['PUT', '/v1/webhooks/endpoint', { url: 'https://evil.example/hook' }],
  ];
  for (const [method, path, body] of changes) {
    for (const headers of [...foreign, { origin: undefined }]) {
      const { body: answer, status } = await page.call(method, path, { body, headers });
      assert.deepEqual([status, answer.code], [403, 'origin_not_allowed'], `${method} ${path} ${JSON.stringify(headers)}`);
    }
    // Without the header the cookie counts for nothing, as for a form of another site.
    assert.equal((await page.call(method, path, { body, headers: { 'x-parlour-dashboard': undefined } })).status, 401);
  }
  for (const headers of foreign) assert.equal((await page.call('GET', '/v1/dashboard/keys', { headers })).status, 403);
  const secrets = { body: { key: live.key }, headers: { origin: 'https://evil.example' } };
  assert.equal((await new DashboardPage(server).call('POST', '/v1/dashboard/sign-ins', secrets)).status, 403);
  assert.equal((await page.call('GET', ACCOUNT)).status, 200, 'the sign-in was not ended');
});

test('a browser that asks whether another site may send the header is told no', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-parlour-dashboard',
  };
  const answer = await server.call('OPTIONS', '/v1/dashboard/keys', { headers });
  assert.ok(!answer.headers.get('access-control-allow-headers').toLowerCase().includes('x-parlour'));
  assert.equal(answer.headers.get('access-control-allow-credentials'), null);
});

test('a development server that any site may use keeps its dashboard to itself', async () => {
  const open = await Server.start({ allow_any_origin: true });
  const { key } = await open.key(await open.tenant('Acme'));
  const page = await DashboardPage.signIn(open, { key });
  const headers = { origin: 'https://evil.example' };
  assert.equal((await page.call('POST', '/v1/dashboard/keys', { body: {}, headers })).status, 403);
  await open.stop();
});

test('a sign-in is in the audit log, with its address', async () => {
  const page = await signedIn();
  const { body } = await page.call('GET', '/v1/audit');
  const { action, actor, object } = body.entries[0];
  assert.deepEqual({ action, actor, object }, { action: 'dashboard.sign_in', actor: live.id, object: page.account.signInId });
  const own = JSON.parse(await server.command('audit', '--json'));
  assert.ok(own.some(({ action, actor }) => action === 'dashboard.sign_in' && actor === 'operator'));
});

test('a key is created, seen once, rotated with overlap and revoked', async () => {
  const page = await signedIn();
  const allowedOrigins = ['https://acme.example'];
  const made = await page.call('POST', '/v1/dashboard/keys', { body: { allowedOrigins } });
  assert.equal(made.status, 201);
  assert.match(made.body.key, /^bg_live_\w{48}$/);
  const use = async (key) => (await server.call('GET', '/v1/sessions', { key })).status;
  assert.equal(await use(made.body.key), 200);
  const list = await page.call('GET', '/v1/dashboard/keys');
  const shown = list.body.keys.find(({ id }) => id === made.body.id);
  assert.deepEqual([shown.allowedOrigins, shown.state, shown.key], [allowedOrigins, 'active', undefined]);
  assert.ok(!list.text.includes(made.body.key));

  const path = `/v1/dashboard/keys/${made.body.id}`;
  const changed = await page.call('PUT', path, { body: { allowedOrigins: ['*'] } });
  assert.deepEqual([changed.status, changed.body.allowedOrigins], [200, ['*']]);
  for (const bad of ['acme.example', 'https://acme.example/path', 'javascript:alert(1)']) {
    const refused = await page.call('PUT', path, { body: { allowedOrigins: [bad] } });
    assert.deepEqual([refused.status, refused.body.param], [400, 'allowedOrigins[0]']);
  }

  const rotated = await page.call('POST', `${path}/rotate`, { body: { overlapSeconds: 3600 } });
  assert.equal(rotated.status, 201);
  assert.deepEqual(rotated.body.allowedOrigins, ['*']);
  assert.deepEqual([await use(made.body.key), await use(rotated.body.key)], [200, 200]);
  const ended = await page.call('POST', `${path}/rotate`, { body: { overlapSeconds: 0 } });
  assert.equal(ended.status, 201);
  assert.deepEqual([await use(made.body.key), await use(rotated.body.key)], [401, 200]);
  assert.equal((await page.call('POST', `${path}/rotate`, { body: {} })).status, 400, 'an expired key stays expired');

  assert.equal((await page.call('DELETE', `/v1/dashboard/keys/${rotated.body.id}`)).status, 204);
  assert.equal(await use(rotated.body.key), 401);
  assert.equal((await page.call('DELETE', `/v1/dashboard/keys/${rotated.body.id}`)).status, 404);
  const actions = (await page.call('GET', '/v1/audit')).body.entries.map(({ action }) => action);
  for (const action of ['key.create', 'key.origins', 'key.rotate', 'key.revoke']) assert.ok(actions.includes(action), action);
});

test('board colours are kept by mode, and new sessions and their frames have them', async () => {
  const theme = { light: '#f0d9b5', dark: '#556b2f', first: '#fbf6ea', second: '#2b2320', mark: '#082a66' };
  const page = await signedIn();
  const path = '/v1/dashboard/theme';
  const session = async (key, more = {}) => server.session(key, { game: 'checkers', players: [{ id: 'ann' }], ...more });
  assert.deepEqual((await page.call('GET', path)).body, { theme: null });
  for (const [changes, param] of [[{ dark: 'green' }, 'dark'], [{ mark: '#fff' }, 'mark'], [{ light: null }, 'light'], [{ first: 7 }, 'first']]) {
    const refused = await page.call('PUT', path, { body: { ...theme, ...changes } });
    assert.deepEqual([refused.status, refused.body.param], [400, param]);
  }
  assert.equal((await session(live.key)).theme, null, 'what was refused has changed nothing');

  assert.deepEqual((await page.call('PUT', path, { body: theme })).body, { theme });
  assert.deepEqual((await page.call('GET', path)).body, { theme });
  const themed = await session(live.key);
  assert.deepEqual(themed.theme, theme);
  assert.match(themed.embedUrl, /#t=[\w.-]+&light=f0d9b5&dark=556b2f&first=fbf6ea&second=2b2320&mark=082a66$/);
  assert.equal((await session(trial.key)).theme, null, 'the test mode has its own');
  const own = await session(live.key, { theme: { dark: '#123456', logo: 'a.svg' } });
  assert.deepEqual(own.theme, { dark: '#123456', logo: 'a.svg' }, 'the request counts');
  assert.match(own.embedUrl, /#t=[\w.-]+&dark=123456$/);

  assert.equal((await page.call('DELETE', path)).status, 204);
  assert.deepEqual((await page.call('GET', path)).body, { theme: null });
  assert.equal((await session(live.key)).theme, null);
  const actions = (await page.call('GET', '/v1/audit')).body.entries.map(({ action }) => action);
  for (const action of ['theme.set', 'theme.remove']) assert.ok(actions.includes(action), action);
});

test('a test key sees the test mode, and nothing live', async () => {
  const page = await signedIn(trial.key, 'test');
  assert.deepEqual(page.account.modes, ['test']);
  const { body } = await page.call('GET', '/v1/dashboard/keys');
  assert.ok(body.keys.length > 0 && body.keys.every(({ mode }) => mode === 'test'));
  page.mode = 'live';
  for (const path of ['/v1/dashboard/keys', '/v1/dashboard/overview', '/v1/audit', '/v1/sessions']) {
    assert.equal((await page.call('GET', path)).status, 403, path);
  }
  page.mode = 'test';
  assert.equal((await page.call('DELETE', `/v1/dashboard/keys/${live.id}`)).status, 404);
  assert.equal((await page.call('POST', `/v1/dashboard/keys/${live.id}/rotate`, { body: {} })).status, 404);
  const made = await page.call('POST', '/v1/dashboard/keys', { body: {} });
  assert.match(made.body.key, /^bg_test_/);
  page.mode = 'nonsense';
  assert.equal((await page.call('GET', ACCOUNT)).status, 400);
});

test('the figures count the games and sessions of the tenant and mode', async () => {
  const page = await signedIn(trial.key, 'test');
  const before = (await page.call('GET', '/v1/dashboard/overview')).body;
  assert.deepEqual([before.gamesByHour.length, before.webhooksByHour.length, before.movesByMinute.length], [24, 24, 60]);
  await server.session(trial.key, { game: 'tictactoe', players: [{ id: 'ann' }] });
  const { body } = await page.call('GET', '/v1/dashboard/overview');
  assert.equal(body.sessionsThisMonth, before.sessionsThisMonth + 1);
  const progress = await page.call('GET', '/v1/dashboard/progress');
  assert.deepEqual(progress.body, { session: true, move: false, webhook: false });
});

test('the operator looks after every tenant, one at a time', async () => {
  const page = await DashboardPage.signIn(server, { link: await operatorLink(server) });
  assert.equal((await page.call('GET', '/v1/dashboard/keys')).status, 400);
  const { body } = await page.call('GET', '/v1/dashboard/keys', { tenant: acme });
  assert.ok(body.keys.some(({ id }) => id === live.id));
  assert.equal((await page.call('GET', '/v1/dashboard/keys', { tenant: 'no-such-tenant' })).status, 404);
  const made = await page.call('POST', '/v1/dashboard/keys', { tenant: acme, body: {} });
  assert.equal(made.status, 201);
  const [entry] = (await page.call('GET', '/v1/audit', { tenant: acme })).body.entries;
  assert.deepEqual([entry.actor, entry.action, entry.object], ['operator', 'key.create', made.body.id]);
});

test('a key in the header opens nothing of the dashboard', async () => {
  for (const path of [ACCOUNT, '/v1/dashboard/keys', '/v1/dashboard/overview', '/v1/dashboard/sign-ins']) {
    assert.equal((await server.call('GET', path, { key: live.key })).status, 401, path);
  }
  assert.equal((await server.call('POST', '/v1/dashboard/keys', { key: live.key, body: {} })).status, 401);
});

test('the page is served with a policy that allows nothing from elsewhere', async () => {
  for (const path of ['/dashboard', '/dashboard/keys']) {
    const { headers, status } = await server.call('GET', path, { headers: { accept: 'text/html' } });
    assert.equal(status, 200);
    assert.match(headers.get('content-security-policy'), /^default-src 'none'.*frame-ancestors 'none'$/);
  }
});

test('the operator creates tenants, puts them on plans, and sees nodes and storage', async () => {
  const page = await DashboardPage.signIn(server, { link: await operatorLink(server) });
  const made = await page.call('POST', '/v1/dashboard/tenants', { body: { name: 'Crate & Co', plan: 'pro' } });
  assert.deepEqual([made.status, made.body.id, made.body.plan, made.body.requestsPerMinute], [201, 'crate-co', 'pro', 600]);
  for (const name of ['Crate Co', 'House', '…', ' ']) {
    const { body, status } = await page.call('POST', '/v1/dashboard/tenants', { body: { name } });
    assert.deepEqual([status, body.param], [400, 'name'], name);
  }
  const path = '/v1/dashboard/tenants/crate-co';
  assert.equal((await page.call('PUT', path, { body: { plan: 'enterprise' } })).body.sessionsPerMonth, null);
  assert.equal((await page.call('PUT', '/v1/dashboard/tenants/nobody', { body: { plan: 'pro' } })).status, 404);
  const { body } = await page.call('GET', '/v1/dashboard/tenants');
  assert.deepEqual(body.tenants.filter(({ isOwn }) => isOwn).map(({ id }) => id), ['house', 'training']);
  assert.equal(body.tenants.find(({ id }) => id === 'crate-co').name, 'Crate & Co');
  const first = await page.call('GET', '/v1/dashboard/tenants?limit=1');
  assert.deepEqual([first.body.tenants.length, first.body.hasMore, first.body.after], [1, true, first.body.tenants[0].id]);
  const status = (await page.call('GET', '/v1/dashboard/server')).body;
  assert.ok(status.storageBytes > 10_000 && ['sqlite', 'postgres'].includes(status.storage), JSON.stringify(status));
  assert.ok(Number.isInteger(status.moves) && (status.moveMedianMs === null) === (status.moves === 0), JSON.stringify(status));
  assert.ok(status.nodes.length === server.nodes.length && status.nodes.includes(status.node), JSON.stringify(status));
  const tenant = await signedIn();
  for (const route of ['/v1/dashboard/tenants', '/v1/dashboard/server']) {
    assert.equal((await tenant.call('GET', route)).status, 404, route);
  }
  assert.equal((await tenant.call('PUT', path, { body: { plan: 'starter' } })).status, 404);
});

test('a tenant sees what it used, and a test key the test mode alone', async () => {
  await server.session(live.key, { game: 'tictactoe', players: [{ id: 'ann' }] });
  await server.session(trial.key, { game: 'tictactoe', players: [{ id: 'ann' }] });
  const modes = async (page) => (await page.call('GET', '/v1/dashboard/usage')).body.months.map(({ mode }) => mode);
  assert.deepEqual((await modes(await signedIn())).sort(), ['live', 'test']);
  assert.deepEqual(await modes(await signedIn(trial.key, 'test')), ['test']);
});

test('the timeline of a game has every event, and the board after each move', async () => {
  const { sessionToken } = await server.session(trial.key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ann', displayName: 'Ann' }] });
  const player = await holder(server, sessionToken);
  await player.do('matchmaking:join', { username: 'Ann' });
  await player.started();
  await player.do('game:resign', player.here);
  await player.next('game:over');
  const page = await signedIn(trial.key, 'test');
  const { body, status } = await page.call('GET', `/v1/dashboard/games/${player.roomId}/timeline`);
  assert.equal(status, 200);
  assert.deepEqual([body.game, body.roomId, body.hasMore], ['tictactoe', player.roomId, false]);
  assert.deepEqual(body.events.map(({ seq }) => seq), body.events.map((_, index) => index + 1));
  const names = body.events.map(({ name }) => name);
  assert.deepEqual([names[0], names.at(-1)], ['opened', 'ended']);
  assert.equal(body.events.at(-1).detail, 'resignation');
  const boards = body.events.filter(({ board }) => board !== null);
  boards.forEach(({ board }, moves) => assert.equal(board.filter((cell) => cell !== null).length, moves));
  assert.ok(!JSON.stringify(body).includes('seed') && !JSON.stringify(body).includes('digest'));
  assert.equal((await page.call('GET', '/v1/dashboard/games/room_none/timeline')).status, 404);
});

test('the log of requests has the id, the path and the answer, and no body or query', async () => {
  const bad = await server.call('POST', '/v1/sessions', { key: trial.key, body: { secret: 'canary-body' } });
  const good = await server.call('GET', '/v1/sessions?after=&limit=2', { key: trial.key });
  const page = await signedIn(trial.key, 'test');
  let body;
  let text;
  const entry = (answer) => body.requests.find(({ id }) => id === answer.headers.get('x-request-id'));
  // Every node stores what it was asked once a second.
  do ({ body, text } = await page.call('GET', '/v1/dashboard/requests?limit=100'));
  while (!entry(bad) || !entry(good));
  const { code, keyId, method, path, status } = entry(bad);
  assert.deepEqual({ code, keyId, method, path, status }, { code: bad.body.code, keyId: trial.id, method: 'POST', path: '/v1/sessions', status: bad.status });
  assert.deepEqual([entry(good).status, entry(good).code], [200, null]);
  assert.ok(!text.includes('canary-body') && !text.includes('limit=2') && !text.includes(trial.key));
  const first = (await page.call('GET', '/v1/dashboard/requests?limit=1')).body;
  assert.deepEqual([first.requests.length, first.hasMore, first.after], [1, true, first.requests[0].id]);
  const next = (await page.call('GET', `/v1/dashboard/requests?limit=1&after=${first.after}`)).body;
  assert.notEqual(next.requests[0].id, first.after);
  const other = await signedIn();
  assert.ok(!(await other.call('GET', '/v1/dashboard/requests')).text.includes(bad.headers.get('x-request-id')), 'test requests are not among live ones');
  assert.equal((await other.call('GET', `/v1/dashboard/requests?after=${first.after}`)).status, 400);
});

test('plans are those of the configuration, and a tenant whose plan is gone has the limits of the default plan', async () => {
  const other = await Server.start({ 'plans.gold.requests_per_minute': 9, 'plans.gold.webhook_retries': 1 });
  const page = await DashboardPage.signIn(other, { link: await operatorLink(other) });
  const made = await page.call('POST', '/v1/dashboard/tenants', { body: { name: 'Acme', plan: 'gold' } });
  assert.deepEqual([made.status, made.body.plan, made.body.requestsPerMinute, made.body.sessionsPerMonth], [201, 'gold', 9, 1000]);
  assert.equal((await page.call('POST', '/v1/dashboard/tenants', { body: { name: 'Bolt' } })).body.plan, 'starter');
  const { plans, defaultPlan } = (await page.call('GET', '/v1/dashboard/tenants')).body;
  assert.deepEqual([plans.map(({ name }) => name), defaultPlan], [['enterprise', 'gold', 'growth', 'pro', 'starter'], 'starter']);
  assert.deepEqual(plans[1], { name: 'gold', requestsPerMinute: 9, sessionsPerMonth: 1000, webhookRetries: 1 });
  for (const [method, path] of [['POST', ''], ['PUT', '/acme']]) {
    const { body, status } = await page.call(method, `/v1/dashboard/tenants${path}`, { body: { name: 'Crate', plan: 'glod' } });
    assert.deepEqual([status, body.error, body.param, body.hint], [400, 'there is no plan "glod"', 'plan', 'did you mean "gold"?']);
  }
  assert.deepEqual((await page.call('PUT', '/v1/dashboard/tenants/acme', { body: { plan: 'Gold' } })).body.param, 'plan');
  const { key } = await other.key('acme');
  const { headers } = await other.call('GET', '/v1/sessions', { key });
  assert.equal(headers.get('x-ratelimit-limit'), '9');
  assert.doesNotMatch(other.log, /plan not configured/);

  await other.end('SIGTERM');
  other.unset('plans.gold.requests_per_minute', 'plans.gold.webhook_retries');
  await other.again();
  assert.match(other.log, /plan not configured: its tenants have the limits of the default plan.*gold/);
  const later = await other.call('GET', '/v1/sessions', { key });
  assert.deepEqual([later.status, later.headers.get('x-ratelimit-limit')], [200, '60']);
  assert.equal((await other.call('POST', '/v1/sessions', { key, body: { game: 'tictactoe', players: [{ id: 'ann' }] } })).status, 201);
  const renamed = await page.call('PUT', '/v1/dashboard/tenants/acme', { body: { name: 'Acme Games' } });
  assert.deepEqual([renamed.status, renamed.body.plan, renamed.body.requestsPerMinute], [200, 'gold', 60]);
  await other.stop();
});

test('what a plan has is a setting', async () => {
  const other = await Server.start({ 'plans.starter.requests_per_minute': 3, 'plans.starter.sessions_per_month': 'unlimited' });
  const { key } = await other.key(await other.tenant('Acme', 'starter'));
  const { account } = await DashboardPage.signIn(other, { key });
  assert.deepEqual([account.tenant.requestsPerMinute, account.tenant.sessionsPerMonth], [3, null]);
  const statuses = [];
  for (let request = 0; request < 4; request += 1) statuses.push((await other.call('GET', '/v1/sessions', { key })).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  await other.stop();
});
