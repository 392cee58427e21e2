// Invitations of guests: what their code tells before it is used, who has which side, and how long they live.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { hangUp, holder } from './player.js';
import { Server } from './server.js';

let server;
before(async () => {
  // The code alone is valid for one second, so that what lives longer does so because somebody waits.
  server = await Server.start({ 'times.room_code_life': '1s' });
});
afterEach(() => hangUp(server));
after(() => server.stop());

const invite = async (fields = {}) => {
  const body = { game: 'tictactoe', matchType: 'private', displayName: 'Ann', ...fields };
  return server.call('POST', '/v1/guest/sessions', { body });
};
const look = async (code) => server.call('GET', `/v1/guest/invitations/${code}`);
const accept = async (roomCode, displayName = 'Bo') => {
  return server.call('POST', '/v1/guest/join', { body: { game: 'tictactoe', roomCode, displayName } });
};

/** Takes the seat of a session and waits in it. */
async function wait({ body }) {
  const player = await holder(server, body.sessionToken);
  const { playerId } = await player.do('matchmaking:join', { username: 'x' });
  return Object.assign(player, { playerId });
}

/** Waits until an invitation has expired. */
async function expired({ body }) {
  while ((await look(body.roomCode)).body.status !== 'expired');
}

test('the code tells the game, the host, the clock and the side, and whether it can be used', async () => {
  const timeControl = { kind: 'clock', baseSeconds: 180, incrementSeconds: 2 };
  const session = await invite({ timeControl, side: 'second' });
  const { roomCode } = session.body;
  const known = { roomCode, game: 'tictactoe', variant: 'classic', host: 'Ann', hostSide: 'second', timeControl };
  assert.deepEqual((await look(roomCode)).body, { ...known, status: 'open', hostWaits: false, roomId: null });
  const host = await wait(session);
  assert.deepEqual((await look(roomCode.toLowerCase())).body, { ...known, status: 'open', hostWaits: true, roomId: null });
  const friend = await wait(await accept(roomCode));
  await Promise.all([host.started(), friend.started()]);
  assert.deepEqual((await look(roomCode)).body, { ...known, status: 'full', hostWaits: false, roomId: host.roomId });
  assert.equal((await accept(roomCode, 'Eve')).status, 404);
});

test('the host has the side that they chose', async () => {
  for (const [side, mark] of [['first', 'X'], ['second', 'O']]) {
    const session = await invite({ side });
    const host = await wait(session);
    const friend = await wait(await accept(session.body.roomCode));
    const [started] = await Promise.all([host.started(), friend.started()]);
    assert.equal(started.mark, mark, side);
  }
});

test('a side is a choice of private games alone', async () => {
  const refused = await invite({ matchType: 'matchmaking', side: 'first' });
  assert.deepEqual([refused.status, refused.body.param], [400, 'side']);
  assert.match(refused.body.error, /private game/);
  assert.equal((await invite({ side: 'white' })).status, 400);
});

test('an invitation lives as long as the host waits', async () => {
  const session = await invite();
  const host = await wait(session);
  const forgotten = await invite();
  await expired(forgotten);
  assert.equal((await accept(forgotten.body.roomCode)).status, 404);
  assert.equal((await look(session.body.roomCode)).body.status, 'open', 'it is older');
  const friend = await wait(await accept(session.body.roomCode));
  await Promise.all([host.started(), friend.started()]);
});

test('an invitation that the host takes back has expired at once', async () => {
  const session = await invite();
  const host = await wait(session);
  await host.do('matchmaking:leave', { playerId: host.playerId });
  assert.equal((await look(session.body.roomCode)).body.status, 'expired');
  assert.equal((await accept(session.body.roomCode)).status, 404);
});

test('a host whose token is old returns to the invitation', async (t) => {
  const slow = await Server.start({ 'times.room_code_life': '30s', 'times.token_life': '1s' });
  t.after(() => slow.stop());
  const { body } = await slow.call('POST', '/v1/guest/sessions', { body: { game: 'tictactoe', matchType: 'private', displayName: 'Ann' } });
  const first = await holder(slow, body.sessionToken);
  await first.do('matchmaking:join', { username: 'x' });
  const { exp } = JSON.parse(Buffer.from(body.sessionToken.split('.')[1], 'base64url'));
  while (Date.now() < (exp + 1) * 1000) await slow.call('GET', '/healthz');
  first.close();
  const back = await holder(slow, body.sessionToken);
  await back.do('matchmaking:join', { username: 'x' });
  const { body: seen } = await slow.call('GET', `/v1/guest/invitations/${body.roomCode}`);
  assert.deepEqual([seen.status, seen.hostWaits], ['open', true]);
  await hangUp(slow);
});

test('a code that nobody has is not found', async () => {
  const { body, status } = await look('ZZZZZZ');
  assert.deepEqual([status, body.code, body.param], [404, 'not_found', 'roomCode']);
});
