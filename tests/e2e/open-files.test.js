// Each connection is an open file: the server takes what the system grants.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneProcess } from './one-process.js';
import { Player, hangUp } from './player.js';
import { Server } from './server.js';

/** Waits until the log says it, and gives what it says. */
async function logged(server, pattern) {
  while (!pattern.test(server.log)) await new Promise((resolve) => setTimeout(resolve, 20));
  return pattern.exec(server.log)[0];
}

test('a low soft limit of open files does not limit the connections', { timeout: 120_000, ...oneProcess('openFiles') }, async () => {
  const server = await Server.start({ 'limits.connections': 500 }, { shell: 'ulimit -Sn 256' });
  try {
    await logged(server, /at most \d+ files may be open/);
    const players = [];
    while (players.length < 320) players.push(...(await Promise.all(Array.from({ length: 20 }, () => Player.connect(server)))));
    assert.match(await server.metrics(), /^parlour_sockets 320$/m);
    assert.ok(players.every((player) => player.socket.connected));
    await hangUp(server);
  } finally {
    await server.stop();
  }
});

test('a hard limit that is too low for the connections is warned about', { timeout: 120_000, ...oneProcess('openFiles') }, async () => {
  const server = await Server.start({ 'limits.connections': 500 }, { shell: 'ulimit -n 256' });
  try {
    const warning = await logged(server, /^.*at most 256 files may be open, and limits.connections = 500 needs 900.*$/m);
    assert.match(warning, /WARN/);
    assert.match(warning, /LimitNOFILE=/);
  } finally {
    await server.stop();
  }
});
