// Finished rooms are kept for a while, also over a restart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { pair, Player, refusedWith } from './player.js';
import { Server } from './server.js';

async function fresh(t, settings) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  return { server, key };
}

test('a token that has expired opens the finished room of its session while it is kept, and nothing else', async (t) => {
  const { server, key } = await fresh(t, { 'times.token_life': '3s' });
  const session = (id) => server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id }] });
  const unused = await session('ben');
  let own;
  let player;
  for (;;) {
    // On a slow machine a token may expire before it is used.
    own = await session('ada');
    try {
      player = await Player.connect(server, 'tictactoe', { auth: { token: own.sessionToken } });
    } catch (error) {
      assert.equal(error.data?.code, 'token_expired');
      continue;
    }
    const answer = await player.ask('matchmaking:join', { username: 'ada' });
    if (answer.ok) break;
    refusedWith(answer, 'token_expired');
    player.close();
  }
  await player.started();
  await player.do('game:resign', player.here);
  const over = await player.next('game:over');
  player.close();
  await pause(Math.max(0, Date.parse(own.expiresAt) + 1_000 - Date.now()));
  const back = await Player.connect(server, 'tictactoe', { auth: { token: own.sessionToken } });
  await back.do('game:reconnect', { playerId: 'ada' });
  assert.equal((await back.next('game:reconnected')).roomId, over.roomId);
  assert.deepEqual(await back.next('game:over'), over);
  refusedWith(await back.ask('matchmaking:join', { username: 'ada' }), 'token_expired');
  const refusal = await Player.refused(server, 'tictactoe', { auth: { token: unused.sessionToken } });
  assert.equal(refusal.data.code, 'token_expired');
});

test('finished rooms answer game:spectate and game:reconnect for 10 minutes, also after a restart', async (t) => {
  const { server } = await fresh(t);
  const [first, second] = await pair(server);
  await first.do('game:resign', first.here);
  await second.next('game:over');
  await server.restart('SIGTERM');
  const watcher = await Player.connect(server);
  await watcher.do('game:spectate', { roomId: first.roomId, username: 'Eve' });
  assert.equal((await watcher.next('game:over')).winner, second.playerId);
});
