// A server that speaks TLS itself: games over wss and https, and its certificate.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { oneProcess } from './one-process.js';
import { pair } from './player.js';
import { Server, parlourReading } from './server.js';

const fixture = (name) => fileURLToPath(new URL(`fixtures/tls/${name}`, import.meta.url));
const ca = await readFile(fixture('root.pem'));

let folder;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlour-tls-'));
  await put('first');
  server = await Server.start({ tls_cert: join(folder, 'chain.pem'), tls_key: join(folder, 'key.pem') });
});
after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a certificate where the server looks. */
async function put(name) {
  await copyFile(fixture(`${name}.key`), join(folder, 'key.pem'));
  await copyFile(fixture(`${name}.pem`), join(folder, 'chain.pem'));
}

/** A request on a connection of its own: `{ status, headers, subject }`, the subject being that of the certificate. */
function ask(path, { url } = server) {
  return new Promise((resolve, reject) => {
    const sent = get(url + path, { ca, agent: false }, (response) => {
      const subject = response.socket.getPeerCertificate().subject.CN;
      response.resume().on('end', () => resolve({ status: response.statusCode, headers: response.headers, subject }));
    });
    sent.on('error', reject);
  });
}

/** Asks every process until its certificate is that of `name`. */
async function served(name) {
  for (const node of server.nodes) while ((await ask('/healthz', node)).subject !== name);
}

/** Waits until every process has logged it. */
async function logged(pattern) {
  for (const node of server.nodes) while (!pattern.test(node.log)) await new Promise((resolve) => setTimeout(resolve, 20));
}

for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
  test(`a game is played over TLS: ${transports.join(', then ')}`, transports[0] === 'polling' ? oneProcess('tlsPolling') : {}, async () => {
    assert.match(server.url, /^https:/);
    const [first, second] = await pair(server, 'tictactoe', {}, { ca, transports });
    for (const [player, cell] of [[first, 0], [second, 3], [first, 1], [second, 4], [first, 2]]) {
      assert.equal((await player.play(cell)).ok, true);
    }
    const { winner } = await second.next('game:over');
    assert.ok(winner, JSON.stringify(winner));
    first.close();
    second.close();
  });
}

test('browsers are told to come over TLS alone by a server that speaks it', async () => {
  assert.match((await ask('/v1/variants')).headers['strict-transport-security'], /max-age=\d{7,}/);
});

test('a changed certificate is served without a restart, a broken one is not, and games go on', { timeout: 120_000 }, async () => {
  await served('first');
  const [first, second] = await pair(server, 'tictactoe', {}, { ca });
  await put('second');
  await served('second');
  await writeFile(join(folder, 'chain.pem'), '-----BEGIN CERTIFICATE-----\nbroken');
  await logged(/chain\.pem: is not valid PEM/);
  assert.equal((await ask('/healthz')).subject, 'second');
  await copyFile(fixture('first.pem'), join(folder, 'chain.pem')); // not that of the key
  await logged(/is not the key of the certificate/);
  assert.equal((await ask('/healthz')).subject, 'second');
  await rm(join(folder, 'key.pem'));
  await logged(/key\.pem: cannot be read/);
  assert.equal((await ask('/healthz')).subject, 'second');
  assert.equal((await first.play(0)).ok, true, 'the connection from before every change');
  assert.equal((await second.play(3)).ok, true);
  await put('first');
  await served('first');
  assert.equal(server.log.match(/chain\.pem: is not valid PEM/g).length, server.nodes.length, 'each change is warned about once by each process');
  first.close();
  second.close();
});

test('a server with files that cannot be used does not start, and says which and why', async () => {
  const config = join(folder, 'parlour.toml');
  for (const [certificate, key, expected] of [
    [fixture('missing.pem'), fixture('first.key'), /missing\.pem: cannot be read: No such file/],
    [fixture('first.pem'), fixture('second.key'), /second\.key: is not the key of the certificate in .*first\.pem/],
    [fixture('first.key'), fixture('first.key'), /first\.key: contains no certificate/],
    [fixture('first.pem'), '', /`tls_cert` is set and `tls_key` is not/],
    ['', fixture('first.key'), /`tls_key` is set and `tls_cert` is not/],
  ]) {
    await writeFile(config, `tls_cert = ${JSON.stringify(certificate)}\ntls_key = ${JSON.stringify(key)}\n`);
    const { code, text } = await parlourReading('', 'serve', '--config', config, '--listen', '127.0.0.1:0', '--data', join(folder, 'data'));
    assert.equal(code, 1, text);
    assert.match(text, expected);
    assert.match(text, /help: /);
  }
});

test('a server with TLS ends as any other, and its players are told', async () => {
  const [first] = await pair(server, 'tictactoe', {}, { ca });
  const ended = server.end('SIGTERM');
  await first.next('server:restarting');
  await first.next('disconnect');
  assert.equal(await ended, 0);
});
