// A normal stop: everybody is told, nothing is lost, and the log has nothing to worry about.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againstBot, hangUp, pair, Player } from './player.js';
import { Server } from './server.js';

test('a normal stop with many games under way writes no warning and no error', async (t) => {
  const server = await Server.start({ 'times.bot_delays.tictactoe.hard': '20ms' });
  t.after(() => server.stop());
  const players = [];
  for (let table = 0; table < 40; table += 1) {
    players.push(...(await pair(server)));
    players.push(await againstBot(server, 'tictactoe', 'hard'));
  }
  const waiting = await Player.connect(server);
  await waiting.do('matchmaking:join', { username: 'Eve' });
  // Moves are on their way, and bots think, while the server stops.
  for (const player of players) player.tell('game:move', { ...player.here, position: 4 });
  assert.equal(await server.end('SIGTERM'), 0);
  const alarms = server.log.split('\n').filter((line) => /"level":"(WARN|ERROR)"/.test(line));
  const alarming = alarms.filter((line) => !line.includes('slow handler')); // which says that the machine is slow
  assert.deepEqual(alarming.slice(0, 3), [], `${alarming.length} alarming lines`);
  await server.again();
  for (const player of players.slice(0, 6)) {
    const back = await Player.connect(server);
    await back.do('game:reconnect', { playerId: player.playerId });
    assert.equal((await back.next('game:reconnected')).roomId, player.roomId);
  }
  await hangUp(server);
});
