// What is kept, for how long, and what goes at once when a player asks for it.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Shim } from '../faults/shim.js';
import { hangUp, holder, pair, PATIENCE, Player } from './player.js';
import { ABOUT_THE_FILE, Server } from './server.js';

const DAY = 24 * 60 * 60;
const ID = 'player-4711-unmistakable';
const NAME = 'Unmistakable Ann';

/** A game of a tenant that its first player resigns; gives the room and its session. */
async function finished(server, key, players) {
  const { sessionId, tokens } = await server.session(key, { game: 'tictactoe', matchType: 'private', players });
  const seats = [];
  for (const { sessionToken } of tokens) {
    seats.push(await holder(server, sessionToken));
    await seats.at(-1).do('matchmaking:join', { username: seats.length === 1 ? NAME : 'Ben' });
  }
  const { roomId } = await seats[0].started();
  await seats[1].started();
  await seats[0].play(4);
  await seats[0].do('game:resign', seats[0].here);
  await seats[1].next('game:over');
  return { roomId, sessionId, seats };
}

/** A game of guests that is over; gives its room. */
async function finishedByGuests(server) {
  const [guest, other] = await pair(server);
  await guest.do('game:resign', guest.here);
  await other.next('game:over');
  await hangUp(server);
  return guest.roomId;
}

/** Asks until the answer is the one that must come. */
async function until(what, come) {
  for (const end = Date.now() + PATIENCE; !(await come()); await pause(100)) assert.ok(Date.now() < end, `${what} did not come`);
}

test('after thirty days games of guests are gone, and games of tenants stay', ABOUT_THE_FILE, async (t) => {
  const shim = await Shim.build().catch((error) => void t.skip(error.message));
  if (!shim) return;
  t.after(() => shim.remove());
  const server = await Server.start({}, { extra: shim.extra });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const { roomId } = await finished(server, key, [{ id: 'ann' }, { id: 'ben' }]);
  const old = await finishedByGuests(server);
  await shim.set({ clockAheadSeconds: 10 * DAY });
  await server.restart('SIGTERM'); // the clock of rooms does not jump, it is set at the start
  const young = await finishedByGuests(server);
  await shim.set({ clockAheadSeconds: 31 * DAY });
  const counted = /parlour_removed_total{kind="games"} 1\n/;
  await until('the end of the old game', async () => counted.test(await server.metrics()));
  await until('a line in the log', () => /kept long enough/.test(server.log));
  await server.restart('SIGTERM'); // empties the log of the database
  const database = await readFile(server.database);
  assert.deepEqual([old, young, roomId].map((room) => database.includes(room)), [false, true, true]);
  assert.equal((await server.call('GET', `/v1/games/${roomId}`, { key })).status, 200);
});

test('an operator can have games of tenants removed too', async (t) => {
  const server = await Server.start({ 'retention.games': '1s', 'times.keep_finished': '1s' });
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  const { roomId, sessionId } = await finished(server, key, [{ id: 'ann' }, { id: 'ben' }]);
  for (const path of [`/v1/games/${roomId}`, `/v1/sessions/${sessionId}`]) {
    await until('404', async () => (await server.call('GET', path, { key })).status === 404);
  }
  await hangUp(server);
});

test('an erased player is nowhere in the data, and does not come back with a finished room', ABOUT_THE_FILE, async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const tenant = await server.tenant('Acme');
  const { key } = await server.key(tenant, 'live');
  const { roomId, seats } = await finished(server, key, [{ id: ID, displayName: NAME }, { id: 'ben' }]);
  const files = async () => {
    const folder = dirname(server.database);
    const contents = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file))));
    return [ID, NAME].map((word) => contents.filter((content) => content.includes(word)).length);
  };
  assert.ok((await files()).every((count) => count > 0));
  assert.equal((await server.call('DELETE', `/v1/players/${ID}`, { key })).status, 204);
  assert.deepEqual(await files(), [0, 0]);
  // Ben would like to play again, which is stored with the room.
  assert.equal((await seats[1].ask('game:rematch', seats[1].here)).code, 'unknown_room');
  assert.deepEqual(await files(), [0, 0]);
  const { body } = await server.call('GET', `/v1/games/${roomId}`, { key });
  assert.match(body.players[0].id, /^deleted_/);
  assert.equal(body.players[1].id, 'ben');
  assert.equal(body.moveHistory.length, 1, 'the log still gives the record');
  assert.equal((await server.call('DELETE', `/v1/players/${ID}`, { key })).status, 404);
  const watcher = await Player.connect(server);
  assert.equal((await watcher.ask('game:spectate', { roomId, username: 'Eve' })).code, 'unknown_room');
  await hangUp(server);
});
