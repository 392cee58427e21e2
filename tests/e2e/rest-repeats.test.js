// Repeated requests and names that are no text.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Server } from './server.js';

async function fresh(t, settings) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  return { server, key };
}

test('Idempotency-Key on POST /v1/sessions/join: another body is 409', async (t) => {
  const { server, key } = await fresh(t);
  const session = await server.session(key, { game: 'tictactoe', matchType: 'private', players: [{ id: 'host' }] });
  const post = (player) => {
    const body = { roomCode: session.roomCode, game: 'tictactoe', player };
    return server.call('POST', '/v1/sessions/join', { key, body, headers: { 'idempotency-key': 'join-1' } });
  };
  assert.equal((await post({ id: 'friend' })).status, 201);
  assert.equal((await post({ id: 'friend' })).headers.get('idempotent-replayed'), 'true');
  assert.equal((await post({ id: 'other' })).status, 409);
});

test('every error is { error, code, request_id }: a path that is no UTF-8', async (t) => {
  const { server, key } = await fresh(t);
  const path = await server.call('GET', '/v1/sessions/%ff%fe', { key });
  assert.deepEqual([path.status, path.body?.code], [404, 'not_found']);
});
