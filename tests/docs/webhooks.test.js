// The code that verifies webhooks in the documents, in every language that is installed, with webhooks of the real server.
// That of Rust is run by the documentation tests.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Receiver } from '../e2e/receiver.js';
import { Server } from '../e2e/server.js';
import { blocks } from './blocks.js';

/** How each language runs its block: the program, and lines that read cases from standard input and print a verdict for each. */
const LANGUAGES = {
  js: [
    process.execPath,
    `import { readFileSync } from "node:fs";
for (const { body, headers, secret } of JSON.parse(readFileSync(0, "utf8"))) console.log(verify(body, headers, secret));`,
  ],
  python: [
    'python3',
    `import json, sys
for case in json.load(sys.stdin):
    print(str(verify(case["body"].encode(), case["headers"], case["secret"])).lower())`,
  ],
  php: [
    'php',
    `foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    echo verify($case['body'], $case['headers'], $case['secret']) ? 'true' : 'false', "\\n";
}`,
  ],
};

let server;
let receiver;
let folder;
let cases;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-verify-'));
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  receiver = await Receiver.start();
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const call = async (method, path, body) => (await server.call(method, path, { key, body })).body;
  const { secret: old } = await call('PUT', '/v1/webhooks/endpoint', { url: receiver.url });
  const { secret: young } = await call('POST', '/v1/webhooks/endpoint/rotate', {});
  await server.session(key, { game: 'checkers', players: [{ id: 'ada', displayName: 'Äda 🎲 "</script>' }] });
  const { headers, raw: body } = await receiver.next();
  const changed = (name, value) => ({ body, headers: { ...headers, [name]: value }, secret: old });
  cases = [
    ['sound, by the old secret of a rotation', { body, headers, secret: old }, true],
    ['sound, by the new secret', { body, headers, secret: young }, true],
    ['by another secret', { body, headers, secret: `whsec_${Buffer.alloc(32, 'x').toString('base64')}` }, false],
    ['with another body', { body: body.replace('ada', 'eve'), headers, secret: old }, false],
    ['with another id', changed('webhook-id', 'evt_other'), false],
    ['with another time', changed('webhook-timestamp', String(Number(headers['webhook-timestamp']) + 1)), false],
    ['an hour old', changed('webhook-timestamp', String(headers['webhook-timestamp'] - 3600)), false],
    ['with a time that is none', changed('webhook-timestamp', 'now'), false],
    ['without a signature', changed('webhook-signature', ''), false],
  ];
});
after(async () => {
  receiver?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const found = blocks('docs/webhooks.md').filter(({ name }) => /^verify\./.test(name));

test('the documents verify webhooks in four languages', () => {
  const languages = [...found, ...blocks('docs/webhooks.md').filter(({ language }) => language === 'rust')].map(({ language }) => language);
  assert.deepEqual(languages, ['js', 'python', 'php', 'rust']);
});

for (const { language, name, text } of found) {
  const [program, driver] = LANGUAGES[language];
  const skip = spawnSync(program, ['--version']).status !== 0 && `there is no ${program}`;
  test(`${name} takes what the server sends and nothing else`, { skip }, async () => {
    const path = join(folder, name);
    await writeFile(path, `${text}\n${driver}\n`);
    const { stderr, stdout } = spawnSync(program, [path], { input: JSON.stringify(cases.map(([, given]) => given)), encoding: 'utf8' });
    assert.equal(stderr, '');
    const verdicts = stdout.trim().split('\n');
    assert.deepEqual(
      cases.map(([title], index) => [title, verdicts[index]]),
      cases.map(([title, , isSound]) => [title, String(isSound)]),
    );
  });
}
