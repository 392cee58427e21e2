// A rematch and a server that is killed: what both players were told they agreed on begins.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hangUp, Player } from './player.js';
import { Server } from './server.js';

/** Two guests at different addresses whose game is over, with the secrets of their seats. */
async function finished(server) {
  const players = [];
  for (const localAddress of ['127.0.0.1', '127.0.0.2']) {
    const player = await Player.connect(server, 'tictactoe', { localAddress });
    player.localAddress = localAddress;
    await player.do('matchmaking:join', { username: 'x' });
    players.push(player);
  }
  for (const player of players) player.reconnectToken = (await player.started()).reconnectToken;
  await players[0].do('game:resign', players[0].here);
  return players;
}

async function back(server, { playerId, reconnectToken, localAddress }) {
  const player = await Player.connect(server, 'tictactoe', { localAddress });
  await player.do('game:reconnect', { playerId, reconnectToken });
  player.seat(await player.next('game:reconnected'));
  return player;
}

test('a rematch that both were told of is not lost when the server is killed at that moment', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  for (let kill = 0; kill < 10; kill += 1) {
    const players = await finished(server);
    for (const player of players) await player.do('game:rematch', player.here);
    await server.restart('SIGKILL');
    const again = [];
    for (const player of players) again.push(await back(server, player));
    assert.notEqual(again[0].roomId, players[0].roomId);
    assert.equal(again[1].roomId, again[0].roomId);
    // The seats are swapped: who moved second moves first.
    assert.equal((await again[1].play(4)).ok, true);
    await again[0].next('game:move:made');
    await again[0].do('game:resign', again[0].here);
    for (const player of again) player.close();
  }
  await hangUp(server);
});

test('a wish to play again that was acknowledged before a kill still stands when both are back', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const players = await finished(server);
  await players[0].do('game:rematch', players[0].here);
  await server.restart('SIGKILL');
  const [first, second] = [await back(server, players[0]), await back(server, players[1])];
  await second.do('game:rematch', second.here);
  assert.equal((await first.started()).roomId, (await second.started()).roomId);
  await hangUp(server);
});
