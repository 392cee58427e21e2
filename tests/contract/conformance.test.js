// Requests made up from the OpenAPI document, good and bad: what comes back is what the document says.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Server } from '../e2e/server.js';
import { strict } from './document.js';

const SCHEMATHESIS = fileURLToPath(new URL('../e2e/.venv/bin/schemathesis', import.meta.url));
const skip = !existsSync(SCHEMATHESIS) && 'schemathesis is not installed';

/** What every answer is held to. */
const CHECKS = [
  'not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_headers_conformance',
  'response_schema_conformance', 'ignored_auth', 'unsupported_method', 'allow_header_conformance',
];

let server;
let folder;
before(async () => {
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  folder = await mkdtemp(join(tmpdir(), 'parlour-contract-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs schemathesis for so many seconds; gives its exit code and what it printed. */
async function explore(key, seconds) {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(strict((await server.call('GET', '/openapi.json')).body)));
  const child = spawn(SCHEMATHESIS, [
    'run', file, '--url', server.url, '--header', `Authorization: Bearer ${key}`, '--checks', CHECKS.join(','),
    '--phases', 'examples,coverage,fuzzing', '--max-time', String(seconds), '--no-color',
    '--continue-on-failure', '--warnings', 'off',
  ], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  return { code, text };
}

for (const mode of ['live', 'test']) {
  test(`a ${mode} key gets what the document says, whatever it asks`, { skip, timeout: 900_000 }, async () => {
    const { key } = await server.key(await server.tenant(`Acme ${mode}`), mode);
    const { code, text } = await explore(key, 30);
    assert.equal(code, 0, text);
    assert.match(text, /\d+ generated|\d+ passed/, text);
  });
}
