// The web app's pages and files: an allowance of their own, and a readable page when it is used up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneProcess } from './one-process.js';
import { Server } from './server.js';

/** A first visit takes this many requests at most. */
const REQUESTS_OF_A_VISIT = 40;
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('visitors who share an address do not use up its requests to the interface by loading pages', async (t) => {
  const server = await Server.start({
    'limits.anonymous_requests_per_minute': 120,
    'limits.page_requests_per_minute': 6_000, // as by default
  });
  t.after(() => server.stop());
  for (let request = 0; request < 20 * REQUESTS_OF_A_VISIT; request += 1) {
    const page = await server.call('GET', '/', { headers: NAVIGATION });
    assert.equal(page.status, 200, `request ${request}`);
    assert.equal(page.headers.get('x-ratelimit-limit'), null, 'the allowance of the interface is not told here');
  }
  const { status, headers } = await server.call('GET', '/v1/variants');
  assert.equal(status, 200);
  assert.equal(headers.get('x-ratelimit-remaining'), '119', 'pages took nothing of it');
});

test('a visitor who has to wait sees a page that says so and loads itself again', async (t) => {
  const server = await Server.start({ 'limits.page_requests_per_minute': 3 });
  t.after(() => server.stop());
  for (let request = 0; request < 3; request += 1) {
    assert.equal((await server.call('GET', '/settings', { headers: NAVIGATION })).status, 200);
  }
  const page = await server.call('GET', '/settings', { headers: NAVIGATION });
  assert.equal(page.status, 429);
  assert.match(page.headers.get('content-type'), /^text\/html/);
  const seconds = Number(page.headers.get('retry-after'));
  assert.ok(seconds >= 1);
  assert.match(page.text, new RegExp(`<meta http-equiv="refresh" content="${seconds}">`));
  assert.match(page.text, /tries again/);
  assert.doesNotMatch(page.text, /<script|style=|<style|src=|href=/, 'it needs nothing that could be refused too');
  assert.match(page.headers.get('content-security-policy'), /default-src 'none'/);
  const file = await server.call('GET', '/', { headers: { accept: '*/*' } });
  assert.deepEqual([file.status, file.body.code], [429, 'rate_limited'], 'a program gets the JSON error');
  assert.equal((await server.call('GET', '/v1/variants')).status, 200, 'the interface is counted apart');
  assert.equal((await server.call('GET', '/healthz')).status, 200, 'health checks are counted apart');
});

test('what is unknown below /v1 counts as a request to the interface, with its headers', async (t) => {
  const server = await Server.start({ 'limits.anonymous_requests_per_minute': 2 });
  t.after(() => server.stop());
  const statuses = [];
  for (let request = 0; request < 3; request += 1) {
    const answer = await server.call('GET', '/v1/nowhere', { headers: NAVIGATION });
    assert.equal(answer.headers.get('x-ratelimit-limit'), '2');
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [404, 404, 429]);
});

test('health checks and documents are counted by address, each kind apart', oneProcess('operatorRequests'), async (t) => {
  const server = await Server.start({ 'limits.operator_requests_per_minute': 3 });
  t.after(() => server.stop());
  for (const path of ['/healthz', '/openapi.json']) {
    const statuses = [];
    for (let request = 0; request < 4; request += 1) statuses.push((await server.call('GET', path)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429], path);
  }
});
