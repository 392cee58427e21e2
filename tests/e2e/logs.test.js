// The log at its most talkative: no secret of anybody's in it, and one event is one line of JSON whatever names people have.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { DashboardPage, operatorLink } from './dashboard.js';
import { hangUp, holder, pair, Player } from './player.js';
import { Receiver } from './receiver.js';
import { Server } from './server.js';

/** Names that try to end a line, to forge another, or to speak to a terminal. */
const HOSTILE = [
  'a\nb', 'a\r\n{"level":"INFO","message":"forged"}', '\u001b[2J\u001b]0;owned\u0007', '"},{"level":"ERROR"', '%0a%0dforged',
  'a\u2028b\u2029c', '\u0000\u0008\u007f', '${jndi:ldap://127.0.0.1/x}', '{{7*7}}', '\u009b31m',
];

let server;
let receiver;
let tenants = 0;
before(async () => {
  server = await Server.start({ log: 'trace', 'webhooks.allow_private': true, 'webhooks.allow_http': true });
  receiver = await Receiver.start();
});
after(async () => {
  receiver.stop();
  await server.stop();
});

/** Everything that somebody could log in with, or sign with. */
async function secretsOfAWholeGame() {
  tenants += 1;
  const tenant = await server.tenant(`Logged ${tenants}`);
  const { key } = await server.key(tenant, 'live');
  const { body: endpoint } = await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
  const { body: rotated } = await server.call('POST', '/v1/webhooks/endpoint/rotate', { key, body: {} });
  const session = await server.session(key, { game: 'tictactoe', matchType: 'bot', players: [{ id: 'ada' }] });
  const polling = await holder(server, session.sessionToken, 'tictactoe', { transports: ['polling'] });
  const player = await holder(server, session.sessionToken);
  await player.do('matchmaking:join', { username: 'ada' });
  await player.started();
  await server.call('GET', `/v1/sessions/validate?token=${session.sessionToken}`);
  await server.call('GET', `/v1/games/${player.roomId}`, { key: session.sessionToken });
  await server.call('GET', '/v1/sessions', { key: `${key.slice(0, -1)}x` });
  const [guest] = await pair(server);
  const { reconnectToken } = guest.heard.find(({ name }) => name === 'game:started').payload;
  const back = await Player.connect(server);
  await back.do('game:reconnect', { playerId: guest.playerId, reconnectToken });
  const { reconnectToken: renewed } = await back.next('game:reconnected');
  await player.do('game:resign', player.here);
  while ((await receiver.next()).body.event !== 'game.ended');
  await hangUp(server);
  const link = await operatorLink(server);
  const { cookie } = await DashboardPage.signIn(server, { link });
  return {
    link, signIn: cookie.split('=')[1], key, mistyped: `${key.slice(0, -1)}x`, token: session.sessionToken, reconnectToken, renewed, secret: endpoint.secret,
    rotated: rotated.secret, transport: polling.socket.io.engine?.id ?? reconnectToken,
  };
}

test('no key, token or secret appears in the log or in the metrics, at the level trace', async () => {
  const secrets = await secretsOfAWholeGame();
  const metrics = await server.metrics();
  assert.match(server.log, /"message":"request"/, 'there is a log');
  for (const [name, secret] of Object.entries(secrets)) {
    assert.equal(typeof secret, 'string', name);
    for (const spelled of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').slice(4, -4)]) {
      const at = server.log.indexOf(spelled);
      assert.equal(at, -1, `${name}: ${server.log.slice(Math.max(0, at - 200), at + 40)}`);
      assert.ok(!metrics.includes(spelled), name);
    }
  }
});

test('keys, tokens of sessions and of guests are in no file of the data directory', async () => {
  const { key, link, reconnectToken, renewed, signIn, token } = await secretsOfAWholeGame();
  const folder = dirname(server.database);
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file));
    for (const secret of [key, link, reconnectToken, renewed, signIn, token]) assert.ok(!bytes.includes(secret), file);
  }
});

test('one event is one line of JSON, whatever names, ids and paths people choose', async () => {
  const { key } = await server.key(await server.tenant('Hostile'), 'live');
  for (const name of HOSTILE) {
    const player = await Player.connect(server);
    await player.ask('matchmaking:join', { username: name, wantsBot: true });
    await player.ask('game:move', { roomId: name, playerId: name, position: 0 });
    await player.ask(name, {});
    await server.call('POST', '/v1/sessions', { key, body: { game: 'checkers', players: [{ id: name, displayName: name }] } });
    await server.call('GET', `/v1/sessions/${encodeURIComponent(name)}`, { key });
    player.close();
  }
  for (const line of server.log.trim().split('\n')) {
    const event = JSON.parse(line);
    assert.match(event.level, /^(TRACE|DEBUG|INFO|WARN|ERROR)$/);
    assert.notEqual(event.message, 'forged');
    assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f]/, 'nothing speaks to a terminal');
  }
});
