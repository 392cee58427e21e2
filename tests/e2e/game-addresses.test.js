// The address of a game: a page with a preview, a picture of the position and the record, for everyone who may watch it and nobody else.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder, pair } from './player.js';
import { readPng } from './png.js';
import { Server } from './server.js';

let server;
let keys;
let people = 0;
before(async () => {
  server = await Server.start();
  keys = await server.twoTenants();
});
afterEach(() => hangUp(server));
after(() => server.stop());

const page = (roomId) => server.call('GET', `/g/${roomId}`, { headers: { accept: '*/*' } });
const picture = (roomId) => server.call('GET', `/g/${roomId}.svg`);
const record = (roomId, key) => server.call('GET', `/v1/games/${roomId}`, { key });

const [WHITE_MAN, BLACK_MAN, LAST_MOVE] = ['#faf4e6', '#23201e', '#7e8f6a'];

/** The pixels of the picture at a path. */
async function pixels(path) {
  const answer = await fetch(`${server.url}${path}`);
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png']);
  return readPng(Buffer.from(await answer.arrayBuffer()));
}

/** The value of a tag that other sites read. */
function tag(html, name) {
  return html.match(new RegExp(`<meta property="${name}" content="([^"]*)">`))?.[1];
}

/** Two players of a tenant at one board. */
async function tenantGame(key, fields = {}) {
  const players = [];
  for (let seat = 0; seat < 2; seat += 1) {
    people += 1;
    const { sessionToken } = await server.session(key, { game: 'tictactoe', players: [{ id: `p${people}` }], ...fields });
    const player = await holder(server, sessionToken);
    await player.do('matchmaking:join', { username: 'x' });
    players.push(Object.assign(player, { token: sessionToken }));
  }
  await Promise.all(players.map((player) => player.started()));
  return players;
}

test('the page of a public game has the names, the standing and the picture of its position', async () => {
  const [first] = await pair(server, 'checkers', { variant: 'international' });
  const { headers, status, text } = await page(first.roomId);
  assert.equal(status, 200);
  assert.match(headers.get('content-type'), /^text\/html/);
  assert.match(tag(text, 'og:title'), /International draughts$/);
  assert.equal(tag(text, 'og:description'), 'No move yet. The game is running.');
  assert.equal(tag(text, 'og:url'), `${server.url}/g/${first.roomId}`);
  assert.equal(tag(text, 'og:image'), `${server.url}/g/${first.roomId}.png`);
  assert.deepEqual([tag(text, 'og:image:type'), tag(text, 'og:image:width'), tag(text, 'og:image:height')], ['image/png', '1200', '630']);
  assert.match(tag(text, 'og:image:alt'), /^The board of International draughts\. No move yet\./);
  assert.doesNotMatch(text, /noindex/);
  const drawn = await picture(first.roomId);
  assert.equal(drawn.headers.get('content-type'), 'image/svg+xml');
  assert.match(drawn.headers.get('content-security-policy'), /default-src 'none'/);
  assert.equal(drawn.text.match(/r="37"/g).length, 40);
});

test('the picture that the page names is a PNG of the size it says, and shows the pieces', async () => {
  const [first] = await pair(server, 'checkers', { variant: 'international' });
  const named = new URL(tag((await page(first.roomId)).text, 'og:image')).pathname;
  const before = await pixels(named);
  assert.deepEqual([before.width, before.height], [1200, 630]);
  // Twenty men of each side cover about a fifth of the board.
  for (const colour of [WHITE_MAN, BLACK_MAN]) assert.ok(before.count(colour) > 15_000, `${before.count(colour)} pixels of ${colour}`);
  assert.equal(before.count(LAST_MOVE), 0);
  assert.equal((await first.play({ from: 63, to: 54 })).ok, true);
  const after = await pixels(named);
  assert.ok(after.count(LAST_MOVE) > 1_000);
  // The man is on another square; none has gone.
  assert.ok(Math.abs(after.count(WHITE_MAN) - before.count(WHITE_MAN)) < 200);
});

test('page, picture and record follow the game to its end, and outlive it in memory and after a restart', async () => {
  const [first, second] = await pair(server);
  for (const [ply, cell] of [0, 3, 1, 4, 2].entries()) await [first, second][ply % 2].play(cell);
  const check = async () => {
    assert.match(tag((await page(first.roomId)).text, 'og:description'), /^5 moves\. .+ won\.$/);
    const { text } = await picture(first.roomId);
    assert.deepEqual([text.match(/<path d="M-24/g).length, text.match(/r="26"/g).length], [3, 2]);
    const { body } = await record(first.roomId);
    assert.deepEqual([body.game, body.moveHistory.length, body.result.reason], ['tictactoe', 5, 'victory']);
  };
  await check();
  await server.restart();
  await check();
});

test('a game that only its tenant may watch looks like one that does not exist', async () => {
  const nowhere = `room_${'x'.repeat(22)}`;
  const unknown = await page(nowhere);
  assert.equal(unknown.status, 404);
  assert.match(unknown.headers.get('content-type'), /^text\/html/);
  assert.equal(tag(unknown.text, 'og:title'), undefined);
  const [hidden, shown] = [await tenantGame(keys.live), await tenantGame(keys.live, { spectators: 'public' })];
  const [{ roomId, token }] = hidden;
  assert.deepEqual([(await page(roomId)).status, (await page(roomId)).text], [404, unknown.text]);
  assert.equal((await picture(roomId)).status, 404);
  assert.deepEqual((await picture(roomId)).body.error, (await picture(nowhere)).body.error);
  for (const room of [roomId, nowhere]) assert.equal((await fetch(`${server.url}/g/${room}.png`)).status, 404);
  for (const room of [roomId, nowhere]) assert.equal((await record(room)).status, 401);
  assert.equal((await record(roomId, keys.stranger)).status, 404);
  for (const key of [keys.live, token]) assert.equal((await record(roomId, key)).status, 200);
  assert.equal((await page(shown[0].roomId)).status, 200);
  assert.equal((await record(shown[0].roomId, keys.stranger)).status, 200);
});

test('whoever has the link opens a game among friends, and search engines do not list it', async () => {
  const guest = (body) => server.call('POST', '/v1/guest/sessions', { body });
  const { body: host } = await guest({ game: 'tictactoe', matchType: 'private', displayName: '<b>"Ann"</b>' });
  const { body: friend } = await server.call('POST', '/v1/guest/join', {
    body: { game: 'tictactoe', roomCode: host.roomCode, displayName: 'Bo & Co' },
  });
  const players = [];
  for (const { sessionToken } of [host, friend]) {
    const player = await holder(server, sessionToken);
    await player.do('matchmaking:join', { username: 'x' });
    players.push(player);
  }
  await Promise.all(players.map((player) => player.started()));
  const { status, text } = await page(players[0].roomId);
  assert.equal(status, 200);
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.match(tag(text, 'og:title'), /Bo &amp; Co/);
  assert.doesNotMatch(text, /<b>/);
  assert.equal((await record(players[0].roomId)).status, 200);
});
