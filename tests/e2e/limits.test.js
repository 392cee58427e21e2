// Every limit bites: each key of `limits` is set low on a server of its own, and what it bounds is tried.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DashboardPage } from './dashboard.js';
import { oneProcess } from './one-process.js';
import { Player, pair, refusedSoon, refusedWith } from './player.js';
import { Server } from './server.js';

/** By key: a low value, and what shows that it is in effect. */
const EFFECTS = {
  'limits.socket_payload': [2_000, async (server) => {
    const player = await Player.connect(server);
    player.tell('matchmaking:join', { username: 'x'.repeat(3_000) });
    assert.equal(await player.next('disconnect'), 'transport close');
  }],

  'limits.request_body': [1_000, async (server) => {
    const small = await server.call('POST', '/v1/replay', { body: { pdn: '1. 11-15 *' } });
    assert.equal(small.status, 200, small.text);
    const large = await server.call('POST', '/v1/replay', { body: { pdn: ' '.repeat(2_000) } });
    assert.deepEqual([large.status, large.body.code], [413, 'payload_too_large']);
  }],

  'limits.request_bodies': [70_000, (server) => held(server, 503)],
  'limits.request_bodies_per_address': [70_000, (server) => held(server, 429)],

  'limits.events_per_second': [1, (server) => limited(server, 'afk:check'), { 'limits.event_burst': 1 }],
  'limits.event_burst': [1, (server) => limited(server, 'afk:check'), { 'limits.events_per_second': 1 }],
  'limits.get_moves_per_second': [1, (server) => limited(server, 'game:get_moves'), { 'limits.get_moves_burst': 1 }],
  'limits.get_moves_burst': [1, (server) => limited(server, 'game:get_moves'), { 'limits.get_moves_per_second': 1 }],

  'limits.anonymous_requests_per_minute': [3, (server) => spent(server, '/v1/variants')],
  'limits.page_requests_per_minute': [3, (server) => spent(server, '/')],
  'limits.operator_requests_per_minute': [3, (server) => spent(server, '/openapi.json')],

  'limits.sign_ins_per_minute': [3, async (server) => {
    const page = new DashboardPage(server);
    const body = { key: `bg_live_${'a'.repeat(48)}` };
    const tries = [];
    for (let attempt = 0; attempt < 4; attempt += 1) tries.push(await page.call('POST', '/v1/dashboard/sign-ins', { body }));
    assert.deepEqual(tries.map(({ status }) => status), [401, 401, 401, 429]);
    assert.ok(Number(tries[3].headers.get('retry-after')) >= 1);
  }],

  'limits.connections': [3, crowded],
  'limits.connections_per_address': [3, crowded],

  'limits.outbound_packets': [4, async (server) => {
    const line = new Polling(server);
    await line.open();
    for (let event = 0; event < 12; event += 1) {
      const status = await line.send(`42/tictactoe,${event}["afk:check",{"roomId":"room_none"}]`);
      if (status !== 200) return; // the session has been closed
    }
    assert.equal(await line.closed(), true, 'a client that never reads is not kept');
  }],

  'limits.waiting_players': [1, async (server) => {
    const [first, second] = [await Player.connect(server, 'checkers'), await Player.connect(server, 'checkers')];
    await first.do('matchmaking:join', { username: 'Ada', variant: 'english' });
    await first.next('matchmaking:waiting');
    const answer = await second.ask('matchmaking:join', { username: 'Ben', variant: 'english' });
    refusedWith(answer, 'rate_limited');
  }],

  'limits.rooms_per_tenant': [2, async (server) => {
    const [first] = await pair(server);
    const bot = { username: 'Bea', wantsBot: true };
    const second = await Player.connect(server);
    await second.do('matchmaking:join', bot);
    await second.started();
    const third = await Player.connect(server);
    for (const join of [bot, { username: 'Cleo' }]) {
      const answer = await third.ask('matchmaking:join', join);
      refusedWith(answer, 'unavailable');
      assert.match(answer.error, /as many games/);
    }
    await first.do('game:resign', first.here);
    await first.next('game:over');
    await third.do('matchmaking:join', bot);
    await third.started();
  }],

  'limits.spectators_per_room': [1, async (server) => {
    const [player] = await pair(server);
    const { roomId } = player;
    await (await Player.connect(server)).do('game:spectate', { roomId, username: 'Eve' });
    const answer = await refusedSoon(server, async () => (await Player.connect(server)).ask('game:spectate', { roomId, username: 'Eva' }));
    assert.equal(answer.ok, false, 'the room is full');
  }],
};

/** The limits that each process has for itself. */
const ONE_PROCESS = {
  'limits.connections': oneProcess('connections'),
  'limits.connections_per_address': oneProcess('connections'),
  'limits.operator_requests_per_minute': oneProcess('operatorRequests'),
};

for (const [key, [value, check, more = {}]] of Object.entries(EFFECTS)) {
  test(`${key} is in effect`, ONE_PROCESS[key] ?? {}, async (t) => {
    const server = await Server.start({ 'times.request_body': '10m', ...more, [key]: value });
    t.after(() => server.stop());
    await check(server);
  });
}

test('every limit that can be set has a test of its effect', async () => {
  const example = await readFile(new URL('../../docs/parlour.toml', import.meta.url), 'utf8');
  const section = /^\[limits\]$([^]*?)^\[/m.exec(example)[1];
  const keys = [...section.matchAll(/^#(\w+) = /gm)].map(([, name]) => `limits.${name}`);
  assert.ok(keys.length > 5, 'the example names the limits');
  assert.deepEqual(keys.sort(), Object.keys(EFFECTS).sort());
});

/** A rematch is a game like any other: when there is no room for it, whoever would make it begin is refused. */
test('a rematch that finds no room is refused in words, changes nothing, and begins when there is room', oneProcess('roomsAtRematch'), async (t) => {
  const server = await Server.start({ 'limits.rooms_per_tenant': 1 });
  t.after(() => server.stop());
  const [first, second] = await pair(server);
  await first.do('game:resign', first.here);
  await Promise.all([first.next('game:over'), second.next('game:over')]);
  const third = await Player.connect(server);
  await third.do('matchmaking:join', { username: 'Bea', wantsBot: true });
  await third.started();
  await first.do('game:rematch', first.here);
  await second.next('game:rematch:offered');
  const refusal = await second.ask('game:rematch', second.here);
  assert.equal(refusal.code, 'unavailable');
  assert.match(refusal.error, /as many games/);
  await third.do('game:resign', third.here);
  await second.do('game:rematch', second.here);
  assert.equal((await first.started()).roomId, (await second.started()).roomId);
});

/** An allowance of three is used up by the fourth request. */
async function spent(server, path) {
  const statuses = [];
  for (let request = 0; request < 4; request += 1) statuses.push((await server.call('GET', path)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
}

/** Of many events at once, some are refused. */
async function limited(server, event) {
  const player = await Player.connect(server, 'checkers');
  const payload = { roomId: 'room_none', playerId: 'nobody', position: 1 };
  const answers = await Promise.all(Array.from({ length: 100 }, () => player.ask(event, payload)));
  assert.ok(answers.some(({ code }) => code === 'rate_limited'), JSON.stringify(answers));
}

/** While one body is held in memory, a second one finds no room. */
async function held(server, status) {
  const { hostname, port } = new URL(server.url);
  const type = 'content-type: application/json';
  const request = `POST /v1/replay HTTP/1.1\r\nhost: here\r\n${type}\r\ncontent-length: 65000\r\n\r\n${' '.repeat(40_000)}`;
  let socket;
  const hold = () => {
    socket = connect(Number(port), hostname).on('error', () => {}).once('data', hold); // it was the one without room
    socket.write(request);
  };
  hold();
  const body = `{"pdn":"*"}${' '.repeat(40_000)}`;
  let answer = await server.call('POST', '/v1/replay', { body });
  for (let tries = 0; tries < 1_000 && answer.status !== status; tries += 1) {
    await pause(20); // the held body gets in only while no other one is in memory
    answer = await server.call('POST', '/v1/replay', { body });
  }
  socket.off('data', hold).destroy();
  assert.equal(answer.status, status, answer.text);
}

/** Of eight connections at once, some are let in and some are not. */
async function crowded(server) {
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: 8 }, () => connect(Number(port), hostname));
  const answered = await Promise.all(sockets.map(async (socket) => {
    socket.on('error', () => {});
    socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n'); // and the connection stays open
    const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
    return /^HTTP\/1\.1 200/.test(String(data));
  }));
  sockets.forEach((socket) => socket.destroy());
  const count = answered.filter(Boolean).length;
  assert.ok(count > 0 && count <= 3, `${count} connections were answered`);
}

/** A Socket.IO client by polling that sends and does not read. */
class Polling {
  constructor(server) {
    this.base = `${server.url}/socket.io/?EIO=4&transport=polling`;
  }

  async open() {
    const hello = await (await fetch(this.base)).text();
    this.sid = JSON.parse(hello.slice(1)).sid;
    await this.send('40/tictactoe,');
    await (await fetch(`${this.base}&sid=${this.sid}`)).text(); // let into the namespace
  }

  async send(packet) {
    return (await fetch(`${this.base}&sid=${this.sid}`, { method: 'POST', body: packet })).status;
  }

  /** Whether the server has closed the session, within a long time. */
  async closed() {
    for (let tries = 0; tries < 600; tries += 1) {
      if ((await this.send('3')) !== 200) return true;
      await pause(100);
    }
    return false;
  }
}
