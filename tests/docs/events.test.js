// The event reference: every example is sent to the real server, and every listener hears its event.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from '../e2e/server.js';
import { CopiedClient, copied } from './copied-client.js';

let server;
const games = await copied();
/** What was sent with success and what was heard, by game. */
const used = new Map([...games.keys()].map((game) => [game, { sent: new Set(), heard: new Set() }]));
before(async () => (server = await Server.start()));
after(() => server?.stop());

const come = (game) => CopiedClient.connect(server.url, game, games.get(game), used.get(game));
const accepted = async (answer) => assert.equal((await answer).ok, true, JSON.stringify(await answer));
/** A join that waits for a person; the idle player is warned after a second and has ten minutes. */
const withPeople = (text) => text.replace('"wantsBot": true', '"wantsBot": false, "afkTimeoutSeconds": 600, "afkWarnSeconds": 599');

for (const [game, code] of games) {
  test(`${game}: every example of the page does what it says`, async () => {
    await alone(game, code);
    await together(game, code);
    assert.deepEqual([...code.send.keys()].filter((name) => !used.get(game).sent.has(name)), [], 'examples that were not accepted');
  });
}

test('who is connected while the server stops is told, and every listener of the page has heard its event', async () => {
  const clients = await Promise.all([...games.keys()].map(come));
  await Promise.all([server.end('SIGTERM'), ...clients.map((client) => client.hears('server:restarting'))]);
  for (const [game, { hear }] of games) {
    assert.deepEqual([...hear.keys()].filter((name) => !used.get(game).heard.has(name)), [], game);
    assert.ok(hear.size >= 17, game);
  }
});

/** One person against a bot, and a spectator. */
async function alone(game, code) {
  const ann = await come(game);
  await accepted(ann.send('lobby:follow'));
  await ann.hears('lobby:state');
  await accepted(ann.send('lobby:unfollow'));
  await accepted(ann.send('matchmaking:join'));
  const { roomId } = await ann.hears('game:started');
  const eve = await come(game);
  await accepted(eve.send('game:spectate', { roomId }));
  await eve.hears('game:spectate:joined');
  await ann.hears('game:spectators');
  await accepted(ann.send('game:react'));
  await eve.hears('game:reaction');
  await accepted(eve.send('game:spectate:leave', { roomId, playerId: undefined }, (text) => text.replace(/,?\s*"playerId": undefined/, '')));
  await accepted(ann.send('afk:check'));
  ann.socket.emit('afk:check', { roomId });
  await ann.hears('afk:status');
  if (code.send.has('game:get_moves')) {
    await accepted(ann.send('game:get_moves'));
    ann.socket.emit('game:get_moves', { roomId, playerId: ann.game.playerId });
    await ann.hears('game:valid_moves');
  }
  await accepted(ann.send('game:move'));
  await ann.hears('game:move:made');
  ann.socket.emit('game:move', { roomId: 'room_none', playerId: ann.game.playerId });
  await ann.hears('game:error');
  await accepted(ann.send('game:resign'));
  await ann.hears('game:over');
  for (const client of [ann, eve]) client.close();
}

/** Two people who meet, part, come back, and play again. */
async function together(game, code) {
  const ben = await come(game);
  await accepted(ben.send('matchmaking:join', {}, withPeople));
  const { playerId: waiting } = await ben.hears('matchmaking:waiting');
  await accepted(ben.send('matchmaking:leave', { playerId: waiting }));
  await ben.hears('matchmaking:left');
  await accepted(ben.send('matchmaking:join', {}, withPeople));
  let cat = await come(game);
  await accepted(cat.send('matchmaking:join', {}, withPeople));
  await Promise.all([ben, cat].map((client) => client.hears('game:started')));
  await ben.hears(`${game}:afk_warning`);
  await accepted(ben.send('game:move'));
  await cat.hears(`${game}:afk_warning_cleared`);
  ben.socket.emit('matchmaking:join', { username: 'Ben', playerId: ben.game.playerId });
  await ben.hears('matchmaking:already_started');
  const seat = { playerId: cat.game.playerId, reconnectToken: cat.token };
  cat.close();
  await ben.hears('player:disconnected');
  cat = await comeBack(game, cat, seat);
  await ben.hears('player:reconnected');
  await end(ben, cat, code);
  await accepted(ben.send('game:rematch'));
  await cat.hears('game:rematch:offered');
  await accepted(cat.send('game:rematch'));
  await Promise.all([ben, cat].map((client) => client.hears('game:started')));
  for (const client of [ben, cat]) client.close();
}

async function comeBack(game, before, seat) {
  const cat = await come(game);
  await accepted(cat.send('game:reconnect', seat));
  await cat.hears('game:reconnected');
  cat.game = before.game;
  return cat;
}

/** Ends a game: by agreement after an offer that was declined, or by giving up. */
async function end(ben, cat, code) {
  if (code.send.has('game:draw:offer')) {
    await accepted(ben.send('game:draw:offer'));
    await cat.hears('game:draw:offered');
    await accepted(cat.send('game:draw:decline'));
    await ben.hears('game:draw:declined');
    await accepted(cat.send('game:draw:offer'));
    await accepted(ben.send('game:draw:accept'));
  } else await accepted(ben.send('game:resign'));
  await Promise.all([ben, cat].map((client) => client.hears('game:over')));
}
