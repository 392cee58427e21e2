// The audit log: what is done with a key is listed for its tenant, and for nobody else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from './server.js';

let server;
let acme;
before(async () => {
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  acme = await server.tenant('Acme');
});
after(() => server.stop());

const audit = (key, query = '') => server.call('GET', `/v1/audit${query}`, { key });
const actions = ({ body }) => body.entries.map(({ action }) => action);

test('what a key does to webhooks is in the audit log of its tenant, newest first', async () => {
  const { key, id } = await server.key(acme, 'live');
  const url = 'http://127.0.0.1:4999/hook';
  assert.equal((await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url } })).status, 200);
  assert.equal((await server.call('POST', '/v1/webhooks/endpoint/rotate', { key, body: {} })).status, 200);
  const log = await audit(key);
  assert.deepEqual(actions(log).slice(0, 2), ['webhooks.rotate', 'webhooks.set']);
  assert.deepEqual(actions(log).slice(-1), ['tenant.create']);
  const { actor, object, mode, outcome } = log.body.entries[0];
  assert.deepEqual({ actor, object, mode, outcome }, { actor: id, object: url, mode: 'live', outcome: 'done' });
});

test('the audit log is read page by page', async () => {
  const { key } = await server.key(acme, 'live');
  const whole = await audit(key, '?limit=100');
  const read = [];
  let page = { body: { hasMore: true, after: null } };
  while (page.body.hasMore) {
    page = await audit(key, page.body.after === null ? '?limit=2' : `?limit=2&after=${page.body.after}`);
    read.push(...page.body.entries);
  }
  assert.equal(page.body.after, null);
  assert.deepEqual(read, whole.body.entries);
});

test('a test key sees what concerns the test mode, another tenant nothing of it', async () => {
  const { key } = await server.key(acme, 'test');
  const seen = (await audit(key)).body.entries;
  assert.ok(seen.length > 0 && seen.every(({ mode }) => mode === 'test'));
  const other = await server.key(await server.tenant('Bolt'), 'live');
  assert.deepEqual(actions(await audit(other.key)), ['key.create', 'tenant.create']);
});

test('a cursor that no page returned and a missing key are refused in words', async () => {
  const { key } = await server.key(acme, 'live');
  for (const after of ['newest', '1e3', '9'.repeat(40)]) {
    const { status, body } = await audit(key, `?after=${after}`);
    assert.deepEqual([status, body.code, body.param], [400, 'bad_request', 'after']);
  }
  assert.equal((await server.call('GET', '/v1/audit')).status, 401);
});
