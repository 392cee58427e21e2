// Analyses have their own thread and their own bounds: no bot waits for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againstBot } from './player.js';
import { Server } from './server.js';

test('who asks for many analyses at once is declined beyond a few, and bots move meanwhile', async (t) => {
  const server = await Server.start();
  t.after(() => server.stop());
  const asked = Promise.all(
    Array.from({ length: 40 }, () => server.call('POST', '/v1/analysis', { body: { variant: 'international', lines: 3 } })),
  );
  const player = await againstBot(server, 'tictactoe', 'hard');
  await player.do('game:move', { ...player.here, position: 0 });
  await player.next('game:move:made', ({ moveHistory }) => moveHistory.length === 2);
  const answers = await asked;
  const [done, declined] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted));
  assert.equal(done.length + declined.length, 40, JSON.stringify(answers.map(({ status }) => status)));
  assert.ok(done.length >= 4, 'a few are analysed');
  assert.ok(declined.length > 0, 'and not all at once');
  for (const { body } of declined) assert.equal(body.code, 'unavailable');
  assert.doesNotMatch(await server.metrics(), /parlour_bot_random_moves_total/, 'no bot was short of time');
  const later = await server.call('POST', '/v1/analysis', { body: { variant: 'english' } });
  assert.equal(later.status, 200, 'whoever waits for the answer may ask again');
});
