// Refused requests: every documented sentence byte for byte, every status, and nothing changed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from './server.js';

let server;
let live;
let trial;
let stranger;
before(async () => {
  server = await Server.start();
  ({ live, trial, stranger } = await server.twoTenants());
});
after(() => server.stop());

const ada = { id: 'ada', displayName: 'Ada' };

/** A request and what it must be answered with. */
async function check(method, path, request, status, error) {
  const answer = await server.call(method, path, request);
  assert.equal(answer.status, status, answer.text);
  if (typeof error === 'string') assert.equal(answer.body.error, error);
  if (error instanceof RegExp) assert.match(answer.body.error, error);
  assert.match(answer.body.code, /^[a-z_]+$/);
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  assert.equal(answer.headers.get('content-type'), 'application/json');
  return answer.body;
}

const create = (body, status, error, key = live) => check('POST', '/v1/sessions', { key, body }, status, error);

test('400 game is required', async () => {
  const body = await create({ players: [ada] }, 400, 'game is required');
  assert.deepEqual([body.code, body.param], ['game_required', 'game']);
  await create({ game: '', players: [ada] }, 400, 'game is required');
  await create({ game: null, players: [ada] }, 400, 'game is required');
  await create({}, 400, 'game is required');
});

test('400 Invalid game. Valid: tictactoe, checkers, and what else is in the catalogue', async () => {
  const { games } = (await server.call('GET', '/v1/variants')).body;
  const sentence = `Invalid game. Valid: ${games.map(({ game }) => game).join(', ')}`;
  assert.ok(sentence.startsWith('Invalid game. Valid: tictactoe, checkers'), sentence);
  for (const game of ['chess', 'Checkers', 7, ['checkers']]) {
    await create({ game, players: [ada] }, 400, sentence);
  }
  for (const path of ['/v1/sessions?game=chess', '/v1/rooms?game=chess', '/v1/sessions/x?game=chess']) {
    await check('GET', path, { key: live }, 400, sentence);
  }
});

test('400 players[] required for live and test sessions', async () => {
  for (const [key, mode] of [[live, 'live'], [live, undefined], [trial, 'test'], [trial, undefined]]) {
    for (const players of [undefined, null, []]) {
      await create({ game: 'checkers', mode, players }, 400, 'players[] required for live and test sessions', key);
    }
  }
});

test('401 Missing Authorization header', async () => {
  const sentence = 'Missing Authorization header';
  for (const [method, path] of [
    ['POST', '/v1/sessions'], ['POST', '/v1/sessions/join'], ['GET', '/v1/sessions'], ['GET', '/v1/sessions/any'],
    ['GET', '/v1/games/any'], ['GET', '/v1/games/any/pdn'],
  ]) {
    await check(method, path, method === 'POST' ? { body: {} } : {}, 401, sentence);
  }
});

test('401 Invalid or inactive API key', async () => {
  const sentence = 'Invalid or inactive API key';
  const almost = `${live.slice(0, -1)}${live.endsWith('A') ? 'B' : 'A'}`;
  for (const key of ['', 'nonsense', 'bg_live_short', almost, live.replace('live', 'test'), ` ${live}x`]) {
    await check('GET', '/v1/sessions', { key }, 401, sentence);
    await check('POST', '/v1/sessions', { key, body: { game: 'checkers', players: [ada] } }, 401, sentence);
  }
  await check('GET', '/v1/sessions', { headers: { authorization: `Basic ${live}` } }, 401, sentence);
  await check('GET', '/v1/sessions', { headers: { authorization: live } }, 401, sentence);
});

test('a revoked key is inactive at once, also for a running server', async () => {
  const { id, key } = await server.key('acme', 'live');
  assert.equal((await server.call('GET', '/v1/sessions', { key })).status, 200);
  await server.keys('revoke', id);
  await check('GET', '/v1/sessions', { key }, 401, 'Invalid or inactive API key');
});

test('a rotated key goes on beside the new one', async () => {
  const old = await server.key('acme', 'live');
  const fresh = JSON.parse(await server.keys('rotate', old.id, '--json'));
  for (const { key } of [old, fresh]) assert.equal((await server.call('GET', '/v1/sessions', { key })).status, 200);
});

test('403 Test API key cannot create live sessions', async () => {
  for (const mode of ['live', 'training']) {
    await create({ game: 'checkers', mode, players: [ada] }, 403, 'Test API key cannot create live sessions', trial);
  }
});

test('403 Origin not allowed for this API key', async () => {
  const { key } = await server.key('acme', 'live', 'https://app.example');
  const from = (origin) => ({ key, headers: { origin } });
  assert.equal((await server.call('GET', '/v1/sessions', from('https://app.example'))).status, 200);
  assert.equal((await server.call('GET', '/v1/sessions', { key })).status, 200, 'servers send no Origin');
  for (const origin of [
    'null', 'https://evil.example', 'https://app.example.evil.example', 'https://evil-app.example', 'https://app.example:8443',
    'http://app.example', 'https://APP.example', 'https://user@app.example',
  ]) {
    await check('GET', '/v1/sessions', from(origin), 403, 'Origin not allowed for this API key');
  }
  await check('GET', '/v1/sessions', { key: live, headers: { origin: 'https://any.example' } }, 403);
  const open = await server.key('acme', 'live', '*');
  const any = { key: open.key, headers: { origin: 'https://any.example' } };
  assert.equal((await server.call('GET', '/v1/sessions', any)).status, 200);
});

test('404 for unknown ids, and for those of another tenant or mode in the same words', async () => {
  const session = await server.session(live, { game: 'checkers', players: [ada] });
  const unknown = await check('GET', '/v1/sessions/sess_nothing', { key: live }, 404);
  for (const key of [stranger, trial]) {
    const foreign = await check('GET', `/v1/sessions/${session.sessionId}`, { key }, 404, unknown.error);
    assert.deepEqual({ ...foreign, request_id: '' }, { ...unknown, request_id: '' });
  }
  await check('GET', `/v1/sessions/${session.sessionId}?game=tictactoe`, { key: live }, 404, unknown.error);
  await check('GET', '/v1/games/room_nothing', { key: live }, 404);
  await check('GET', '/v1/games/room_nothing/pdn', { key: live }, 404);
  await check('GET', '/v1/nothing', { key: live }, 404);
});

test('400 for a page that goes on after nothing of one\'s own', async () => {
  const session = await server.session(live, { game: 'checkers', players: [ada] });
  for (const path of ['/v1/sessions', '/v1/webhooks/deliveries']) {
    for (const [after, key] of [['nothing', live], [session.sessionId, stranger], [session.sessionId, trial]]) {
      const body = await check('GET', `${path}?after=${after}`, { key }, 400);
      assert.deepEqual([body.code, body.param], ['bad_request', 'after']);
    }
  }
});

test('405 for a method that a path does not have', async () => {
  await check('DELETE', '/v1/sessions', { key: live }, 405);
  await check('POST', '/v1/variants', { body: {} }, 405);
  await check('PUT', '/v1/rooms', { body: {} }, 405);
});

test('400 for JSON that is none, and for fields that are wrong, which are named', async () => {
  const malformed = ['', '{', '{"game":', 'null', '[]', '"text"', '{"game":"checkers",}', '\u0000', '{"game":1e999}'];
  for (const body of malformed) await create(body, 400);
  const good = { game: 'checkers', players: [ada] };
  for (const [wrong, param] of [
    [{ mode: 'prod' }, 'mode'], [{ matchType: 'friends' }, 'matchType'], [{ players: 'ada' }, 'players'],
    [{ players: [{}] }, 'players[0].id'], [{ players: [{ id: 7 }] }, 'players[0].id'], [{ players: [ada, ada, ada] }, 'players'],
    [{ players: [{ id: 'x'.repeat(129) }] }, 'players[0].id'], [{ botDifficulty: 'harder' }, 'botDifficulty'],
    [{ players: [ada, ada], matchType: 'private' }, 'players[1].id'], [{ players: [ada, { id: 'ben' }] }, 'players'],
    [{ afkTimeoutSeconds: 9 }, 'afkTimeoutSeconds'], [{ afkTimeoutSeconds: 601 }, 'afkTimeoutSeconds'],
    [{ afkTimeoutSeconds: 60, afkWarnSeconds: 60 }, 'afkWarnSeconds'], [{ afkWarnSeconds: 0 }, 'afkWarnSeconds'],
    [{ afkWarnSeconds: 95 }, 'afkWarnSeconds'],
    [{ afkTimeoutEnabled: 1 }, 'afkTimeoutEnabled'], [{ theme: 'dark' }, 'theme'], [{ playerCount: 3 }, 'playerCount'],
  ]) {
    const body = await create({ ...good, ...wrong }, 400);
    assert.deepEqual([body.code, body.param], ['bad_request', param], JSON.stringify(wrong));
  }
  const body = await create({ ...good, variant: 'rusian' }, 400);
  assert.deepEqual([body.code, body.param], ['unknown_variant', 'variant']);
  assert.match(body.hint, /russian/);
});

test('400 for a live key that asks for test sessions', async () => {
  await create({ game: 'checkers', mode: 'test', players: [ada] }, 400);
});

test('415 for another content type', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp']) {
    const request = { key: live, body: '{"game":"checkers"}', headers: { 'content-type': type } };
    await check('POST', '/v1/sessions', request, 415);
    await check('POST', '/v1/sessions/join', request, 415);
  }
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
  const spelled = { key: live, body: { game: 'checkers', players: [ada] }, headers };
  assert.equal((await server.call('POST', '/v1/sessions', spelled)).status, 201);
});

test('413 for a body that is too large', async () => {
  const body = JSON.stringify({ game: 'checkers', players: [ada], theme: { css: 'x'.repeat(1_000_000) } });
  assert.equal((await create(body, 413)).code, 'payload_too_large');
});

test('a join needs a code, a game and a player', async () => {
  const join = (body) => check('POST', '/v1/sessions/join', { key: live, body }, 400);
  await join({ game: 'checkers', player: ada });
  assert.equal((await join({ roomCode: 'ABCDEF', player: ada })).error, 'game is required');
  await join({ roomCode: 'ABCDEF', game: 'checkers' });
  await join({ roomCode: 7, game: 'checkers', player: ada });
});

test('a wrong token is not validated', async () => {
  await check('GET', '/v1/sessions/validate?token=nonsense', {}, 401);
  await check('GET', '/v1/sessions/validate', {}, 400);
});

test('a refused request creates nothing', async () => {
  const { key } = await server.key(await server.tenant('Empty'), 'live');
  for (const body of [{}, { game: 'chess', players: [ada] }, { game: 'checkers' }, '{']) {
    await server.call('POST', '/v1/sessions', { key, body });
  }
  const { body } = await server.call('GET', '/v1/sessions', { key });
  assert.deepEqual(body, { sessions: [], hasMore: false, after: null });
});
