// `serve --dev`: what is only allowed on a developer's machine, and mistakes that are told early.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { Player } from './player.js';
import { Receiver } from './receiver.js';
import { Background, Server } from './server.js';

const SESSION = { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada', displayName: 'Ada' }] };
const SHOP = { origin: 'https://shop.example' };

let developing;
let keys;
let strict;
before(async () => {
  developing = await Server.start({}, { dev: true });
  strict = await Server.start();
  keys = await strict.twoTenants();
});
after(async () => {
  await developing?.stop();
  await strict?.stop();
});

/** The token after `#` of an address. */
function tokenIn(address) {
  return new URLSearchParams(new URL(address).hash.slice(1)).get('t');
}

test('webhooks go to programs of this machine while developing, and nowhere near it otherwise', async () => {
  const receiver = await Receiver.start();
  const body = { url: receiver.url };
  assert.equal((await developing.call('PUT', '/v1/webhooks/endpoint', { key: await developing.devKey(), body })).status, 200);
  const { key } = await strict.key(await strict.tenant('Strict'), 'test');
  assert.equal((await strict.call('PUT', '/v1/webhooks/endpoint', { key, body })).status, 400);
  await receiver.stop();
});

test('a setting is stronger than --dev', async () => {
  const server = await Server.start({ 'webhooks.allow_http': false }, { dev: true });
  const body = { url: 'http://127.0.0.1:9/hook' };
  assert.equal((await server.call('PUT', '/v1/webhooks/endpoint', { key: await server.devKey(), body })).status, 400);
  await server.stop();
});

test('while developing, a page of any site may use a key that is for another, and frame its games', async () => {
  for (const [server, allowed] of [[developing, true], [strict, false]]) {
    const tenant = await server.tenant('Club');
    const { key } = await server.key(tenant, 'test', 'https://club.example');
    const { status } = await server.call('POST', '/v1/sessions', { key, body: SESSION, headers: SHOP });
    assert.equal(status, allowed ? 201 : 403);
    const { headers } = await server.call('GET', `/embed?tenant=${tenant}`);
    assert.equal(/frame-ancestors \*/.test(headers.get('content-security-policy')), allowed);
  }
});

test('a new session says where it is played, with the token where no server sees it', async () => {
  const tenant = await strict.tenant('Addresses');
  const { key } = await strict.key(tenant, 'test');
  const bot = await strict.session(key, SESSION);
  assert.equal(bot.playUrl, `${strict.url}/game#t=${bot.sessionToken}`);
  assert.equal(bot.embedUrl, `${strict.url}/embed?tenant=${tenant}#t=${bot.sessionToken}`);
  const two = await strict.session(key, { ...SESSION, matchType: 'private', players: [{ id: 'ada' }, { id: 'ben' }] });
  for (const { sessionToken, playUrl, embedUrl } of two.tokens) {
    assert.deepEqual([tokenIn(playUrl), tokenIn(embedUrl)], [sessionToken, sessionToken]);
  }
  const host = await strict.session(key, { ...SESSION, matchType: 'private' });
  const join = { roomCode: host.roomCode, game: 'tictactoe', player: { id: 'ben' } };
  const { body: friend } = await strict.call('POST', '/v1/sessions/join', { key, body: join });
  assert.notEqual(friend.sessionToken, host.sessionToken);
  assert.deepEqual([tokenIn(friend.playUrl), tokenIn(friend.embedUrl)], [friend.sessionToken, friend.sessionToken]);
  const { body: guest } = await strict.call('POST', '/v1/guest/sessions', { body: { game: 'tictactoe', displayName: 'Ada' } });
  assert.equal(guest.embedUrl, `${strict.url}/embed#t=${guest.sessionToken}`);
  assert.equal(strict.log.includes(bot.sessionToken), false);
});

test('the addresses begin with the public URL if there is one', async () => {
  const server = await Server.start({ public_url: 'https://games.example/parlour' });
  const { key } = await server.key(await server.tenant('Public'));
  const { playUrl, embedUrl } = await server.session(key, SESSION);
  assert.match(playUrl, /^https:\/\/games\.example\/parlour\/game#t=/);
  assert.match(embedUrl, /^https:\/\/games\.example\/parlour\/embed\?tenant=/);
  await server.stop();
});

test('the token of a playUrl plays', async () => {
  const { playUrl } = await developing.session(await developing.devKey(), SESSION);
  const player = await Player.connect(developing, 'tictactoe', { auth: { token: tokenIn(playUrl) } });
  player.close();
});

test('a field that does not exist is refused for a test key, with what was meant, and nothing is made', async () => {
  const { live, trial } = keys;
  const body = { ...SESSION, botDiffculty: 'hard' };
  const refused = await strict.call('POST', '/v1/sessions', { key: trial, body, headers: { 'idempotency-key': 'typo' } });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.code, 'bad_request');
  assert.equal(refused.body.error, 'botDiffculty is not a field of this request');
  assert.deepEqual([refused.body.param, refused.body.hint], ['botDiffculty', 'did you mean botDifficulty?']);
  assert.deepEqual((await strict.call('GET', '/v1/sessions', { key: trial })).body.sessions, []);
  const mended = await strict.call('POST', '/v1/sessions', { key: trial, body: SESSION, headers: { 'idempotency-key': 'typo' } });
  assert.equal(mended.status, 201);
  assert.equal(mended.headers.get('x-warning'), null);

  const warned = await strict.call('POST', '/v1/sessions', { key: live, body });
  assert.equal(warned.status, 201);
  assert.equal(warned.headers.get('x-warning'), 'botDiffculty is not a field of this request; did you mean botDifficulty?');
});

test('every route that reads a body tells of unknown fields, deep ones too', async () => {
  const { live, trial } = keys;
  const bodies = [
    ['POST', '/v1/sessions', { ...SESSION, players: [{ id: 'ada', displayname: 'Ada' }] }, 'players[0].displayname', 'displayName'],
    ['PUT', '/v1/webhooks/endpoint', { url: 'https://hooks.example/', evens: [] }, 'evens', 'events'],
    ['POST', '/v1/webhooks/replay', { since: '2026-01-01T00:00:00Z', sinc: 1 }, 'sinc', 'since'],
    ['POST', '/v1/analysis', { depth: 1, line: 1 }, 'line', 'lines'],
    ['POST', '/v1/replay', { pdn: '1. 11-15 *', varaint: 'english' }, 'varaint', 'variant'],
  ];
  for (const [method, path, body, param, meant] of bodies) {
    const refused = await strict.call(method, path, { key: trial, body });
    assert.deepEqual([refused.status, refused.body.param, refused.body.hint], [400, param, `did you mean ${meant}?`], path);
    const warned = await strict.call(method, path, { key: live, body });
    assert.equal(warned.headers.get('x-warning'), `${param} is not a field of this request; did you mean ${meant}?`, path);
  }
  const guest = { game: 'tictactoe', displayName: 'Ada', botDificulty: 'easy' };
  const warned = await strict.call('POST', '/v1/guest/sessions', { body: guest });
  assert.deepEqual([warned.status, /did you mean botDifficulty/.test(warned.headers.get('x-warning'))], [201, true]);
});

test('doctor looks at the address that the server of its data directory really has', async () => {
  const { host } = new URL(strict.nodes[strict.nodes.length - 1].url);
  const told = await strict.command('doctor').catch(({ stdout }) => stdout);
  assert.match(told, / port +\S+ is served by a parlour that is ready/);
  if (strict.nodes.length === 1) assert.ok(told.includes(`${host} is served`), told);
});

/** A server for development in a folder of its own; gives it, its folder and the address of its test game. */
async function started(test, options = {}, ...args) {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-e2e-dev-'));
  const command = new Background(['serve', '--dev', '--listen', '127.0.0.1:0', '--data', join(folder, 'data'), ...args], options);
  test.after(() => command.interrupt()); // a failure leaves nothing behind
  const [url] = await command.printed(/http:\S+#t=[\w.-]+(?=\s)/);
  await command.printed(/Ctrl-C ends/);
  const end = async () => {
    assert.equal(await command.interrupt(), 0);
    await rm(folder, { recursive: true });
  };
  return { url, folder, end };
}

test('a server for development prints the address of a test game, which can be played', async (test) => {
  const { url, end } = await started(test);
  const player = await Player.connect({ url: new URL(url).origin }, 'tictactoe', { auth: { token: tokenIn(url) } });
  await player.do('matchmaking:join', { username: 'Ada' });
  const { players } = await player.started();
  assert.equal(players.length, 2);
  await player.do('game:resign', player.here);
  player.close();
  await end();
});

/** Whether there is a program that gives another one a terminal. */
function hasScript() {
  try {
    return /util-linux/.test(execFileSync('script', ['--version'], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

test('the test game is opened in the browser of a terminal, and not with --no-open', { skip: !hasScript() && 'there is no script of util-linux' }, async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-e2e-browser-'));
  const [pipe, browser] = [join(folder, 'opened'), join(folder, 'browser')];
  await promisify(execFile)('mkfifo', [pipe]);
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > '${pipe}'\n`);
  await chmod(browser, 0o755);
  const options = { terminal: true, extra: { BROWSER: `/nowhere/browser:${browser}`, CI: '' } };
  const { url, end } = await started(test, options);
  assert.equal(await readFile(pipe, 'utf8'), url);
  await end();

  // What is not opened leaves no mark.
  await writeFile(browser, `#!/bin/sh\ntouch '${join(folder, 'mark')}'\n`);
  for (const [more, ...args] of [[{}, '--no-open'], [{ CI: 'true' }]]) {
    const quiet = await started(test, { terminal: true, extra: { ...options.extra, ...more } }, ...args);
    await quiet.end();
    await assert.rejects(readFile(join(folder, 'mark')));
  }
  await rm(folder, { recursive: true });
});
