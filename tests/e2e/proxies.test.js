// Proxies that nobody named: the operator is told, in the log and by the doctor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.js';
import { Server } from './server.js';

/** What the doctor says of the data of a server. */
const doctor = (server) => server.command('doctor').catch(({ stdout }) => stdout);

test('a proxy that is not in trusted_proxies is named by the log and by the doctor', async (t) => {
  const server = await Server.start({ log: 'info' });
  t.after(() => server.stop());
  assert.match(await doctor(server), /OK +proxies/);
  const player = await Player.connect(server, 'tictactoe', { extraHeaders: { forwarded: 'for=198.51.100.7' } });
  player.close();
  let told = await doctor(server);
  while (!/WARN +proxies/.test(told)) told = await doctor(server); // it is noted within a beat of the server
  assert.match(told, /forwarding headers came from 127\.0\.0\.1\n.*trusted_proxies/);
  assert.match(server.log, /not in trusted_proxies/);
});

test('a proxy that is named is not warned of', async (t) => {
  const server = await Server.start({ trusted_proxies: '127.0.0.1' });
  t.after(() => server.stop());
  for (const header of ['x-forwarded-for', 'forwarded']) {
    const { status } = await server.call('GET', '/v1/variants', { headers: { [header]: '198.51.100.7' } });
    assert.equal(status, 200);
  }
  await server.end('SIGTERM');
  assert.doesNotMatch(server.log, /trusted_proxies/);
});
