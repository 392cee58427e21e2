// The documents are served by the real server: readable by everybody, on every screen, without any other site.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from '../e2e/server.js';
import { Reader, startBrowser } from './browser.js';
import { addresses } from './site.js';

const PHONE = { viewport: { width: 320, height: 640 } };

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const address = (page) => `${server.url}/docs/${page}`;

/** The pages of variants are made alike, so one of them is looked at. */
const isTried = (page) => !page.startsWith('rules/') || page === 'rules/checkers-russian';

for (const [name, options] of [['light', {}], ['dark', { colorScheme: 'dark' }], ['on a phone', PHONE]]) {
  test(`every page breaks no rule of axe, ${name}, and nothing is wider than the window`, async () => {
    const reader = await Reader.open(browser, address(''), options);
    for (const page of (await addresses()).filter(isTried)) {
      await reader.page.goto(address(page));
      assert.deepEqual(await reader.broken(), [], page);
      assert.ok((await reader.overflow()) <= 0, `${page} is too wide`);
      assert.equal(await reader.page.locator('h1').count(), 1, page);
    }
    await reader.leave();
  });
}

test('pages are compressed, asked for again, allowed nothing but files of this server, and not framed', async () => {
  const { headers, status } = await fetch(address('quick-start'), { headers: { 'accept-encoding': 'br' } });
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html');
  assert.equal(headers.get('content-encoding'), 'br');
  assert.equal(headers.get('cache-control'), 'no-cache');
  const policy = headers.get('content-security-policy');
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  const again = await fetch(address('quick-start'), { headers: { 'if-none-match': headers.get('etag'), 'accept-encoding': 'br' } });
  assert.equal(again.status, 304);
});

test('the address without a slash leads to the first page, an unknown one says so', async () => {
  const first = await fetch(`${server.url}/docs`, { redirect: 'manual' });
  assert.deepEqual([first.status, first.headers.get('location')], [308, '/docs/']);
  const unknown = await fetch(address('nonsense'));
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /There is no such page/);
});

test('below a public path every link and file is below it too', async (t) => {
  const below = await Server.start({ public_url: 'http://127.0.0.1/play' });
  t.after(() => below.stop());
  const { headers } = await fetch(`${below.url}/docs`, { redirect: 'manual' });
  assert.equal(headers.get('location'), '/play/docs/');
  for (const page of await addresses()) {
    const text = await (await fetch(`${below.url}/docs/${page}`)).text();
    assert.doesNotMatch(text, /(?:href|src)="\//, page);
  }
});

test('a search by keyboard leads to the section', async () => {
  const reader = await Reader.open(browser, address(''));
  const { page } = reader;
  await page.keyboard.press('/');
  await page.keyboard.type('rolling restart');
  await page.getByRole('link', { name: /Scaling: A rolling restart/ }).waitFor();
  assert.deepEqual(await reader.broken(), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/scaling#a-rolling-restart$/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('zzzz');
  await page.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#site-found').isVisible(), false);
  await reader.leave();
});

test('the colours that a reader chooses stay', async () => {
  const reader = await Reader.open(browser, address('quick-start'));
  const { page } = reader;
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Dark colours' }).click();
  const dark = await background();
  assert.notEqual(dark, light);
  await page.goto(address('operating'));
  assert.equal(await background(), dark);
  await page.getByRole('button', { name: 'Light colours' }).click();
  assert.equal(await background(), light);
  await reader.leave();
});

test('a block of code is copied as it stands', async () => {
  const reader = await Reader.open(browser, address('quick-start'), { permissions: ['clipboard-read', 'clipboard-write'] });
  await reader.page.getByRole('button', { name: 'Copy play.mjs' }).click();
  await reader.page.getByRole('button', { name: 'Copy play.mjs' }).getByText('Copied').waitFor();
  const copied = await reader.page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^import \{ io \} from "socket\.io-client";\n/);
  await reader.leave();
});

test('the first page says what there is, also with scripts off', async () => {
  const reader = await Reader.open(browser, address(''), { javaScriptEnabled: false });
  const links = reader.page.getByRole('navigation', { name: 'Documents' }).getByRole('link');
  assert.ok((await links.count()) > 15);
  await links.getByText('Quick start').click();
  await reader.page.waitForURL(/quick-start$/);
  await reader.leave();
});
