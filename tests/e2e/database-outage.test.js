// PostgreSQL goes away and comes back: nothing acknowledged is lost, nobody loses on time, and games go on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Proxy } from '../faults/proxy.js';
import { hangUp, pair, Player } from './player.js';
import { Server, TEST_STORE } from './server.js';

const ON_POSTGRES = { skip: TEST_STORE === undefined && 'games are stored in SQLite' };

/** A server whose connections to the database can be cut. */
async function serverBehindProxy(t, settings) {
  const proxy = await Proxy.before(TEST_STORE);
  const server = await Server.start(settings, { through: proxy.url });
  t.after(async () => {
    await server.stop();
    proxy.close();
  });
  return { server, proxy };
}

/** Plays the move of a ply again and again until it is acknowledged; one that was made before is acknowledged again. */
async function playUntilMade(player, cell, ply) {
  for (;;) {
    const answer = await player.play(cell, { ply });
    if (answer.ok) return;
    assert.equal(answer.code, 'unavailable', answer.error);
  }
}

test('while the database is out of reach moves are refused in words, and the game goes on when it is back', ON_POSTGRES, async (t) => {
  const { server, proxy } = await serverBehindProxy(t);
  const [first, second] = await pair(server);
  assert.equal((await first.play(4)).ok, true);
  proxy.cut();
  const refused = await second.play(0);
  assert.deepEqual([refused.ok, refused.code], [false, 'unavailable']);
  assert.match(refused.error, /cannot reach its database/);
  assert.equal((await server.call('GET', '/readyz')).status, 503);
  proxy.heal();
  await playUntilMade(second, 0, 1);
  assert.equal((await server.call('GET', '/readyz')).status, 200);
  for (const [ply, cell] of [2, 8, 6].entries()) assert.equal((await [first, second][ply % 2].play(cell)).ok, true);
  const { winner } = await second.next('game:over');
  assert.equal(winner, first.playerId);
  await hangUp(server);
});

test('a connection that was lost while nobody used it is made again unnoticed', ON_POSTGRES, async (t) => {
  const { server, proxy } = await serverBehindProxy(t);
  const { key } = await server.key(await server.tenant('Acme'));
  const [first] = await pair(server);
  proxy.cut();
  proxy.heal();
  for (let request = 0; request < 20; request += 1) {
    const { status, text } = await server.call('GET', '/v1/sessions/unknown', { key });
    assert.equal(status, 404, text);
  }
  const { ok, error } = await first.play(4);
  assert.equal(ok, true, error);
  await hangUp(server);
});

test('moves during forty cuts of the connection are each made once, and everybody sees all of them', ON_POSTGRES, async (t) => {
  const { server, proxy } = await serverBehindProxy(t);
  let cuts = 0;
  while (cuts < 40) {
    // Every node has its connection back.
    for (const { url } of server.nodes) while ((await fetch(`${url}/readyz`)).status !== 200);
    const players = await pair(server);
    const cells = [0, 3, 1, 4, 2];
    for (const [ply, cell] of cells.entries()) {
      const moving = playUntilMade(players[ply % 2], cell, ply);
      if (ply > 0) {
        await wait((cuts * 7) % 9);
        proxy.cut();
        proxy.heal();
        cuts += 1;
      }
      await moving;
    }
    for (const player of players) {
      const { winningLine } = await player.next('game:over');
      assert.deepEqual(winningLine, [0, 1, 2]);
      const made = player.heard.filter(({ name }) => name === 'game:move:made').map(({ payload }) => payload.position);
      assert.deepEqual(made, cells);
    }
    players.forEach((player) => player.close());
  }
  await hangUp(server);
});

test('time in which the database is out of reach counts against nobody', ON_POSTGRES, async (t) => {
  const { server, proxy } = await serverBehindProxy(t, {
    'times.idle.tictactoe.timeout': '4s',
    'times.idle.tictactoe.warning': '2s',
  });
  const [first] = await pair(server);
  proxy.cut();
  await wait(6000); // longer than a turn may take
  proxy.heal();
  await playUntilMade(first, 4, 0);
  assert.equal(first.heard.some(({ name }) => name === 'game:over'), false, 'nobody has lost on time');
  await hangUp(server);
});

test('a second server on the same database is refused', ON_POSTGRES, async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  await assert.rejects(server.command('serve', '--listen', '127.0.0.1:0'), /another parlour uses it/);
  const player = await Player.connect(server);
  await player.do('matchmaking:join', { username: 'Ada' });
  await hangUp(server);
});
