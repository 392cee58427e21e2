// A token speaks only for its holder, also where nothing would change.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { holder, refusedWith } from './player.js';
import { Server } from './server.js';

async function fresh(t, settings) {
  const server = await Server.start(settings);
  t.after(() => server.stop());
  const { key } = await server.key(await server.tenant('Acme'), 'live');
  return { server, key };
}

test('any playerId in a payload must equal that of the token: game:get_moves, afk:check', async (t) => {
  const { server, key } = await fresh(t);
  const { sessionToken } = await server.session(key, { game: 'checkers', matchType: 'bot', players: [{ id: 'ada' }] });
  const player = await holder(server, sessionToken, 'checkers');
  await player.do('matchmaking:join', { username: 'x' });
  await player.started();
  refusedWith(await player.ask('game:get_moves', { ...player.here, playerId: 'other', position: 40 }), 'not_your_seat');
  refusedWith(await player.ask('afk:check', { ...player.here, playerId: 'other' }), 'not_your_seat');
});

test('the hint of not_your_seat leaves out nothing that is required', async (t) => {
  const { server, key } = await fresh(t);
  const { sessionToken } = await server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada' }] });
  const player = await holder(server, sessionToken, 'tictactoe');
  await player.do('matchmaking:join', { username: 'x' });
  await player.started();
  const asks = [['matchmaking:leave', {}], ['game:move', { position: 0 }], ['game:resign', {}]];
  for (const [event, fields] of asks) {
    const { code, hint } = await player.ask(event, { ...player.here, ...fields, playerId: 'other' });
    assert.equal(code, 'not_your_seat');
    assert.match(hint, /^send the playerId you were given/);
  }
});
