// What answers say of themselves: to caches, to compression, and to browsers that frame them.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Server } from './server.js';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

/** A request as it is on the wire: fetch would hide the encoding. Gives `{ status, headers, bytes }`. */
function raw(path, headers = {}, { method = 'GET', body } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const listed = (vary) => (vary ?? '').toLowerCase().split(',').map((name) => name.trim());

test('an answer that another site may not read the same way says so to caches, with and without Origin', async () => {
  for (const path of ['/v1/variants', '/v1/rooms', '/v1/sessions', '/v1/nowhere']) {
    for (const headers of [{}, { origin: 'https://app.example' }, { 'accept-encoding': 'br' }]) {
      const answer = await raw(path, headers);
      assert.ok(listed(answer.headers.vary).includes('origin'), `${path} with ${JSON.stringify(headers)}: ${answer.headers.vary}`);
    }
  }
});

test('a file of the web app is kept apart by encoding', async () => {
  const page = (await server.call('GET', '/', { headers: { accept: 'text/html' } })).text;
  const script = /src="\.?\/?(assets\/[^"]+)"/.exec(page)?.[1];
  if (!script) return; // the server was built without the web app
  for (const headers of [{}, { origin: 'https://app.example' }]) {
    const { headers: told } = await raw(`/${script}`, { ...headers, 'accept-encoding': 'br' });
    assert.ok(listed(told.vary).includes('accept-encoding'), told.vary);
    assert.equal(told['content-encoding'], 'br');
    assert.equal(told['access-control-allow-origin'], '*', 'the same for every site');
  }
});

test('JSON is compressed with brotli and gzip, and can be read', async () => {
  const plain = await raw('/v1/variants');
  assert.equal(plain.headers['content-encoding'], undefined);
  for (const [accept, encoding, decompress] of [['br', 'br', brotliDecompressSync], ['gzip', 'gzip', gunzipSync], ['gzip, deflate, br', 'br', brotliDecompressSync]]) {
    for (const path of ['/v1/variants', '/openapi.json', '/types.ts']) {
      const answer = await raw(path, { 'accept-encoding': accept });
      assert.equal(answer.headers['content-encoding'], encoding, path);
      assert.ok(listed(answer.headers.vary).includes('accept-encoding'), `${path}: ${answer.headers.vary}`);
      const whole = await raw(path);
      assert.deepEqual(decompress(answer.bytes), whole.bytes, path);
      assert.ok(answer.bytes.length * 3 < whole.bytes.length, `${path} is not much shorter`);
    }
  }
});

test('what is short, or holds a token or a secret, is not compressed', async () => {
  const { key } = await server.key(await server.tenant('Acme'));
  const accept = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  assert.equal((await raw('/healthz', accept)).headers['content-encoding'], undefined);
  const players = [{ id: 'ada', displayName: 'Ada' }, { id: 'ben', displayName: 'Ben' }];
  const body = JSON.stringify({ game: 'checkers', matchType: 'private', players });
  const session = await raw('/v1/sessions', accept, { method: 'POST', body });
  assert.equal(session.status, 201);
  assert.ok(session.bytes.length > 1024, 'long enough to be compressed');
  assert.equal(session.headers['content-encoding'], undefined);
});

/** The sites that may frame the embedded page. */
async function ancestors(query, at = server) {
  const { headers } = await at.call('GET', `/embed${query}`);
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy'))[1].split(' ').sort();
}

test("the embedded page is framed by the sites of the tenant's keys", async () => {
  const tenant = await server.tenant('Framers');
  assert.deepEqual(await ancestors(`?tenant=${tenant}`), ["'self'"], 'no site is listed yet');
  await server.key(tenant, 'live', 'https://app.example', 'https://www.example');
  const old = await server.key(tenant, 'test', 'https://old.example');
  assert.deepEqual(await ancestors(`?lang=nl&tenant=${tenant}`), ["'self'", 'https://app.example', 'https://old.example', 'https://www.example']);
  await server.keys('revoke', old.id);
  assert.deepEqual(await ancestors(`?tenant=${tenant}`), ["'self'", 'https://app.example', 'https://www.example']);
  assert.deepEqual(await ancestors('?tenant=nobody-of-that-name'), ["'self'"]);
  await server.key(tenant, 'live', '*');
  assert.deepEqual(await ancestors(`?tenant=${tenant}`), ['*']);
});

test('without a tenant the embedded page is framed by the sites of guests, and no other page by anybody', async (t) => {
  assert.deepEqual(await ancestors(''), ['*']);
  const strict = await Server.start({ guest_origins: 'https://games.example' });
  t.after(() => strict.stop());
  assert.deepEqual(await ancestors('', strict), ["'self'", 'https://games.example']);
  const { headers } = await strict.call('GET', '/?tenant=x', { headers: { accept: 'text/html' } });
  assert.match(headers.get('content-security-policy'), /frame-ancestors 'none'/);
});

test('browsers are told to come over TLS when the world does, and only then', async (t) => {
  const paths = ['/', '/v1/variants', '/healthz', '/socket.io/?EIO=4&transport=polling'];
  for (const path of paths) {
    assert.equal((await server.call('GET', path)).headers.get('strict-transport-security'), null, path);
  }
  const secure = await Server.start({ public_url: 'https://games.example' });
  t.after(() => secure.stop());
  for (const path of paths) {
    assert.match((await secure.call('GET', path)).headers.get('strict-transport-security'), /^max-age=\d{7,}/, path);
  }
});
