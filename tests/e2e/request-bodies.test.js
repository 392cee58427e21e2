// Bodies of requests that are large, slow or in many pieces.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';

import { DashboardPage, operatorLink } from './dashboard.js';
import { oneProcess } from './one-process.js';
import { Server } from './server.js';

let server;
let tenant;
let key;

before(async () => {
  server = await Server.start();
  tenant = await server.tenant('bodies');
  key = (await server.key(tenant)).key;
});
after(() => server.stop());

/** Every route that reads a body. */
const ROUTES = [
  ['POST', '/v1/sessions'],
  ['POST', '/v1/sessions/join'],
  ['POST', '/v1/guest/sessions'],
  ['POST', '/v1/guest/join'],
  ['POST', '/v1/replay'],
  ['POST', '/v1/analysis'],
  ['PUT', '/v1/webhooks/endpoint'],
  ['POST', '/v1/webhooks/endpoint/rotate'],
  ['POST', '/v1/webhooks/replay'],
];

/** Every route of the dashboard that does. */
const DASHBOARD_ROUTES = [
  ['POST', '/v1/dashboard/sign-ins'],
  ['POST', '/v1/dashboard/keys'],
  ['PUT', '/v1/dashboard/keys/{id}'],
  ['POST', '/v1/dashboard/keys/{id}/rotate'],
  ['PUT', '/v1/dashboard/theme'],
  ['POST', '/v1/dashboard/tenants'],
  ['PUT', '/v1/dashboard/tenants/{tenantId}'],
];

/** Opens a connection and sends the head of a request with this body length; what is answered is in `answer`. */
async function begin(on, method, path, length) {
  const { hostname, port } = new URL(on.url);
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('utf8');
  const request = { socket, answer: '', closed: once(socket, 'close') };
  socket.on('data', (part) => (request.answer += part)).on('error', () => {});
  await once(socket, 'connect');
  const head = [`${method} ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', `content-length: ${length}`];
  socket.write(`${[...head, `authorization: Bearer ${key}`].join('\r\n')}\r\n\r\n`);
  return request;
}

/** Status, headers and body of an answer as it came over the wire. */
function read(answer) {
  const [head, body] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

test('a body that is too large is refused as JSON on every route that reads one', async () => {
  const document = (await server.call('GET', '/openapi.json')).body;
  const reading = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, operation]) => operation.requestBody).map(([method]) => `${method.toUpperCase()} ${path}`));
  const routes = [...ROUTES, ...DASHBOARD_ROUTES];
  assert.deepEqual(reading.sort(), routes.map((route) => route.join(' ')).sort(), 'the lists above are whole');
  const page = await DashboardPage.signIn(server, { link: await operatorLink(server) });
  for (const [method, path] of routes) {
    const large = { body: `"${'x'.repeat(70_000)}"` };
    const isOfDashboard = path.startsWith('/v1/dashboard');
    const { status, body, headers } = await (isOfDashboard ? page.call(method, path, { ...large, tenant }) : server.call(method, path, { ...large, key }));
    assert.equal(status, 413, `${method} ${path}`);
    assert.equal(body.code, 'payload_too_large');
    assert.match(headers.get('content-type'), /^application\/json/);
    assert.equal(headers.get('x-request-id'), body.request_id);
  }
});

test('a body that does not arrive in time is answered with 408, and its connection ends', async () => {
  const quick = await Server.start({ 'times.request_body': '50ms' });
  for (const [method, path] of [['POST', '/v1/guest/sessions'], ['PUT', '/v1/webhooks/endpoint']]) {
    const request = await begin(quick, method, path, 1000);
    request.socket.write('{');
    await request.closed;
    const { status, head, body } = read(request.answer);
    assert.equal(status, 408);
    assert.equal(body.code, 'request_timeout');
    assert.match(head, /connection: close/);
  }
  await quick.stop();
});

test('a body that nobody reads does not keep its connection open', async () => {
  const request = await begin(server, 'GET', '/v1/variants', 60_000);
  request.socket.write('{');
  await request.closed;
  assert.match(request.answer, /^HTTP\/1.1 200 /);
});

test('bodies beyond the memory of their address are answered with 429, and others are served', async () => {
  const narrow = await Server.start({ 'limits.request_bodies_per_address': 65536, 'limits.request_body': 65536 });
  let holding;
  const hold = async () => {
    holding = await begin(narrow, 'POST', '/v1/guest/sessions', 65_000);
    holding.socket.once('data', hold).write(' '.repeat(40_000)); // again if it was the one without room
  };
  await hold();
  const body = { game: 'tictactoe', matchType: 'bot', displayName: 'Ada' };
  const large = () => narrow.call('POST', '/v1/guest/sessions', { body: JSON.stringify(body) + ' '.repeat(10_000) });
  let answer = await large();
  while (answer.status !== 429) answer = await large(); // until the first body has arrived so far
  assert.equal(answer.body.code, 'rate_limited');
  assert.equal(answer.headers.get('retry-after'), '1');
  holding.socket.off('data', hold).destroy();
  while ((await large()).status !== 201); // the memory is free again
  await narrow.stop();
});

test('a body in single bytes costs no more memory than it has bytes', { skip: process.platform !== 'linux' || oneProcess('memory').skip }, async () => {
  const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))[1]);
  const requests = await Promise.all(Array.from({ length: 50 }, () => begin(server, 'POST', '/v1/guest/sessions', 60_000)));
  const before = await memory();
  for (let sent = 0; sent < 1000; sent += 1) {
    for (const { socket } of requests) socket.write(' ');
    await new Promise((resolve) => setTimeout(resolve, 1)); // so that each byte travels alone
  }
  // The answer to a request that came later says that the server has read on.
  assert.equal((await server.call('GET', '/v1/variants')).status, 200);
  const growth = (await memory()) - before;
  for (const { socket } of requests) socket.destroy();
  assert.ok(growth < 40_000, `${growth} kB for 50 kB`);
});
