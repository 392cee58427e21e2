// The REST reference: every operation is there, and its form sends the request to the server that serves the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Server } from '../e2e/server.js';
import { Reader, startBrowser } from './browser.js';

const document = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })));
/** Refusals of requests that no example can make with success on a new server. */
const REFUSED = { joinSession: 404, joinGuestSession: 404, rotateWebhookSecret: 404, getMetrics: 404, getLeaderboard: 400 };

let server;
let browser;
let reader;
before(async () => {
  server = await Server.start({}, { dev: true });
  browser = await startBrowser();
  reader = await Reader.open(browser, `${server.url}/docs/rest`);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Sends the form of an operation; gives the status and what the page shows. */
async function send({ method, path }) {
  const form = reader.page.locator(`form[data-method="${method.toUpperCase()}"][data-path="${path}"]`);
  await form.evaluate((element) => {
    element.closest('details').open = true;
    element.querySelector('output').textContent = '';
  });
  await form.getByRole('button', { name: 'Send' }).click();
  await form.locator('output').getByText(/^(?!Sending)/).waitFor();
  const shown = await form.locator('output').textContent();
  return { status: Number(/^\w+ \S+\n(\d+) in/.exec(shown)?.[1]), shown };
}

test('every operation of the document has its section', async () => {
  for (const { operationId, method, path } of operations) {
    assert.equal(await reader.page.locator(`#${operationId}`).textContent(), `${method.toUpperCase()} ${path}`);
  }
});

test('a session is made with the test key of the reader, which stays in the tab', async () => {
  await reader.page.getByLabel('Your test key').fill(await server.devKey());
  const { shown, status } = await send({ method: 'post', path: '/v1/sessions' });
  assert.equal(status, 201, shown);
  const { sessionId } = JSON.parse(shown.slice(shown.indexOf('{')));
  await reader.page.reload();
  await reader.page.locator('#getSession-id').evaluate((input, id) => (input.value = id), sessionId);
  const found = await send({ method: 'get', path: '/v1/sessions/{id}' });
  assert.equal(found.status, 200, found.shown);
  assert.match(found.shown, new RegExp(`"id": "${sessionId}"`));
});

test('a live key is refused by the page itself', async () => {
  const key = reader.page.getByLabel('Your test key');
  await key.fill('bg_live_000000000000000000000000000000000000000000000000');
  const { shown } = await send({ method: 'get', path: '/v1/sessions' });
  assert.match(shown, /^This page takes test keys only/);
  await key.fill(await server.devKey());
});

test('every form that needs no id of something that exists does what its example says', async () => {
  const forms = await reader.page.locator('.try form').evaluateAll((all) => all.map(({ dataset }) => `${dataset.method} ${dataset.path}`));
  const tried = operations.filter(({ method, parameters = [], path }) => {
    return forms.includes(`${method.toUpperCase()} ${path}`) && !parameters.some(({ required }) => required) && method !== 'delete' && path !== '/v1/webhooks/endpoint';
  });
  const statuses = {};
  for (const operation of tried) statuses[operation.operationId] = (await send(operation)).status;
  const wanted = tried.map(({ operationId, responses }) => [operationId, REFUSED[operationId] ?? Number(Object.keys(responses).find((code) => code.startsWith('2')))]);
  assert.deepEqual(statuses, Object.fromEntries(wanted));
});
