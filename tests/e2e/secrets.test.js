// Secrets at rest and the rotation of what signs tokens, beside a running server.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { holder, Player } from './player.js';
import { ABOUT_THE_FILE, Server } from './server.js';

const newKey = () => randomBytes(32).toString('base64');
const kid = (token) => JSON.parse(Buffer.from(token.split('.')[0], 'base64url')).kid;

/** The signing secret as it lies in the files, right after the name of its key; nothing if it does not lie there in clear. */
async function signingSecret(folder, name) {
  for (const file of await readdir(folder)) {
    const found = new RegExp(`${name}([0-9A-Za-z]{64})`).exec((await readFile(join(folder, file))).toString('latin1'));
    if (found) return Buffer.from(found[1]);
  }
}

/** Whether any file of a folder holds these bytes. */
async function holds(folder, bytes) {
  for (const name of await readdir(folder)) {
    if ((await readFile(join(folder, name))).includes(bytes)) return true;
  }
  return false;
}

/** A session of a player, and its token. */
const session = (server, key, id) => server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id }] });

/** Waits until the running server, every node of it, signs with another key. */
async function newlySigned(server, key, before) {
  let token;
  for (const { url } of server.nodes) {
    do token = await tokenFrom(url, key);
    while (kid(token) === before);
  }
  return token;
}

/** The token of a session that one node creates. */
async function tokenFrom(url, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ game: 'tictactoe', matchType: 'bot', players: [{ id: 'cleo' }] });
  return (await (await fetch(`${url}/v1/sessions`, { method: 'POST', headers, body })).json()).sessionToken;
}

test('with a key no secret lies in the database or in a backup, and what lay there in clear is sealed', ABOUT_THE_FILE, async (t) => {
  const secrets_key = newKey();
  const server = await Server.start();
  const copies = await mkdtemp(join(tmpdir(), 'parlour-copies-'));
  t.after(() => Promise.all([server.stop(), rm(copies, { recursive: true, force: true })]));
  const { key } = await server.key(await server.tenant('Acme'));
  const { body } = await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: 'https://93.184.216.34/hook' } });
  const { sessionToken } = await session(server, key, 'ada');
  const folder = dirname(server.database);
  const secrets = [await signingSecret(folder, kid(sessionToken)), Buffer.from(body.secret)];
  for (const secret of secrets) assert.equal(await holds(folder, secret), true, 'in clear at first');
  assert.match(await server.command('doctor').catch(({ stdout }) => stdout), /WARN {2}secrets +2 for signing and webhooks lie in clear/);

  await server.end('SIGTERM');
  server.set({ secrets_key });
  await server.again();
  await server.command('backup', join(copies, 'copy.db'));
  for (const secret of secrets) {
    assert.equal(await holds(folder, secret), false, 'sealed at the start');
    assert.equal(await holds(copies, secret), false, 'and in the backup');
  }
  const player = await holder(server, sessionToken);
  await player.do('matchmaking:join', { username: 'Ada' });
  await player.started();
});

test('without its key, or with another, a server says so and does not start', async (t) => {
  const server = await Server.start({ secrets_key: newKey() });
  t.after(() => server.stop());
  await server.end('SIGTERM');
  for (const [other, words] of [['', /secrets in this database are sealed: set secrets_key/], [newKey(), /secrets_key is not the key/]]) {
    const right = server.set({ secrets_key: other });
    await assert.rejects(server.again(), words);
    server.set(right);
  }
  await server.again();
  assert.equal((await server.call('GET', '/readyz')).status, 200, 'nothing was harmed');
});

test('the key may lie in a file, and can be replaced while the server is stopped', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-keys-'));
  const [old, next] = ['old.key', 'new.key'].map((name) => join(folder, name));
  await writeFile(old, `${newKey()}\n`, { mode: 0o600 });
  await writeFile(next, `${newKey()}\n`, { mode: 0o600 });
  const server = await Server.start({ secrets_key_file: old });
  t.after(() => Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]));
  const { key } = await server.key(await server.tenant('Acme'));
  const { sessionToken } = await session(server, key, 'ada');
  await assert.rejects(server.configured('keys', 'rotate-secrets-key', next), /stop the server first/);
  await server.end('SIGTERM');
  assert.match(await server.configured('keys', 'rotate-secrets-key', next), /1 secrets are sealed/);
  await assert.rejects(server.again(), /secrets_key is not the key/);
  server.set({ secrets_key_file: next });
  await server.again();
  const player = await holder(server, sessionToken);
  await player.do('matchmaking:join', { username: 'Ada' });
  assert.match(await server.configured('doctor'), /OK {4}secrets +are sealed/);
});

test('a running server signs with a rotated key, and old tokens are good until they are ended at once', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'));
  const { sessionToken: old } = await session(server, key, 'ada');
  assert.match(await server.command('keys', 'rotate-signing'), /tokens given out before stay good/);
  const fresh = await newlySigned(server, key, kid(old));
  for (const token of [old, fresh]) {
    const player = await holder(server, token);
    await player.do('matchmaking:join', { username: 'Ada' });
    await player.started();
  }
  assert.match(await server.command('keys', 'rotate-signing', '--at-once'), /every token given out before is refused/);
  await newlySigned(server, key, kid(fresh));
  for (const token of [old, fresh]) {
    const error = await Player.refused(server, 'tictactoe', { auth: { token } });
    assert.equal(error.data.code, 'token_invalid');
  }
});
