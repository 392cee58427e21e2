// Webhooks are verified by libraries that know nothing of us, and by the few lines that the contract prints.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { Receiver } from './receiver.js';
import { Server } from './server.js';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const PYTHON = process.env.PYTHON ?? file('.venv/bin/python');
const hasPython = spawnSync(PYTHON, ['-c', 'import standardwebhooks']).status === 0;

let server;
let receiver;
let secrets;
let cases;
before(async () => {
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  receiver = await Receiver.start();
  const key = (await server.key(await server.tenant('Acme'), 'live')).key;
  const call = async (method, path, body) => (await server.call(method, path, { key, body })).body;
  const players = [{ id: 'ada', displayName: 'Äda 🎲 "</script>' }];
  const { secret: old } = await call('PUT', '/v1/webhooks/endpoint', { url: receiver.url });
  await server.session(key, { game: 'checkers', players });
  const before = await receiver.next();
  const { secret: young } = await call('POST', '/v1/webhooks/endpoint/rotate', {});
  await server.session(key, { game: 'checkers', players });
  const during = await receiver.next();
  secrets = { old, young };
  cases = [
    ['sound', before, old, true],
    ['sound during a rotation, by the old secret', during, old, true],
    ['sound during a rotation, by the new secret', during, young, true],
    ['by a secret that came later', before, young, false],
    ['with another body', { ...before, raw: before.raw.replace('ada', 'eve') }, old, false],
    ['with another id', changed(before, 'webhook-id', 'evt_other'), old, false],
    ['with another time', changed(before, 'webhook-timestamp', (time) => Number(time) + 1), old, false],
    ['an hour old', changed(before, 'webhook-timestamp', (time) => time - 3600), old, false],
    ['without a signature', changed(before, 'webhook-signature', ''), old, false],
  ];
});
after(async () => {
  receiver.stop();
  await server.stop();
});

function changed(webhook, header, value) {
  const next = typeof value === 'function' ? value(webhook.headers[header]) : value;
  return { ...webhook, headers: { ...webhook.headers, [header]: String(next) } };
}

test('the Standard Webhooks library for JavaScript takes what is ours and nothing else', () => {
  for (const [name, { headers, raw }, secret, isSound] of cases) {
    const verify = () => new Webhook(secret).verify(raw, headers);
    if (isSound) assert.doesNotThrow(verify, name);
    else assert.throws(verify, undefined, name);
  }
});

test('the Standard Webhooks library for Python takes what is ours and nothing else', { skip: !hasPython && 'there is no Python with standardwebhooks' }, () => {
  const input = JSON.stringify(cases.map(([, { headers, raw }, secret]) => ({ secret, headers, body: raw })));
  const { stdout, stderr } = spawnSync(PYTHON, [file('verify_webhook.py')], { input, encoding: 'utf8' });
  assert.equal(stderr, '');
  const verdicts = JSON.parse(stdout);
  assert.equal(verdicts.length, cases.length);
  cases.forEach(([name, , , isSound], index) => assert.equal(verdicts[index] === 'verified', isSound, `${name}: ${verdicts[index]}`));
});

test('the older signature is the HMAC of the raw body, by the secret that receivers know', () => {
  const verify = ({ headers, raw }, secret) => {
    const expected = `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
    return timingSafeEqual(Buffer.from(headers['x-betagamer-signature']), Buffer.from(expected));
  };
  const [[, before], [, during]] = cases;
  assert.ok(verify(before, secrets.old) && verify(during, secrets.old));
  assert.ok(!verify(before, secrets.young) && !verify({ ...before, raw: `${before.raw} ` }, secrets.old));
});
