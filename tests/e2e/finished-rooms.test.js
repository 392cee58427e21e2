// Finished rooms are kept for a while, also over a restart.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pair, Player } from './player.js';
import { Server } from './server.js';

async function fresh(t, settings) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  return { server, key };
}

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
