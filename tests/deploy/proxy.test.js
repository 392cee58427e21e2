// HAProxy with the configuration of deploy, before three nodes.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createListener } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Player } from '../e2e/player.js';
import { Server } from '../e2e/server.js';
import { Postgres, Redis } from '../faults/services.js';
import { needs, read } from './checkout.js';

const ofHaproxy = needs('haproxy', '-v');
const ofCluster = { skip: ofHaproxy.skip || needs('redis-server').skip || (!Postgres.isInstalled() && 'there is no PostgreSQL here') };

test('websockets go to every node in turn, and none is lost when a node is gone', ofCluster, async (t) => {
  const { nodes, proxy } = await cluster(t);
  const players = [];
  for (let count = 0; count < 6; count += 1) players.push(await Player.connect(proxy));
  const sockets = async (node) => Number(/^parlour_sockets (\d+)$/m.exec(await node.metrics())[1]);
  assert.deepEqual(await Promise.all(nodes.map(sockets)), [2, 2, 2]);
  players.forEach((player) => player.close());
  await nodes[1].end('SIGTERM');
  for (let count = 0; count < 6; count += 1) (await Player.connect(proxy)).close();
  for (const node of nodes) assert.doesNotMatch(node.log, /not in trusted_proxies/);
});

test('a polling session stays on its node, also when it becomes a websocket', ofCluster, async (t) => {
  const { proxy } = await cluster(t);
  for (const path of ['/socket.io', '/api/socket/io']) {
    for (const transports of [['polling'], ['polling', 'websocket']]) {
      const player = await Player.connect(proxy, 'tictactoe', { transports, path });
      if (transports.length > 1 && player.socket.io.engine.transport.name !== 'websocket') await once(player.socket.io.engine, 'upgrade');
      await player.do('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty: 'easy' });
      await player.started();
      await player.do('game:resign', player.here);
      await player.next('game:over');
      assert.equal(player.socket.io.engine.transport.name, transports.at(-1));
      player.close();
    }
  }
});

test('a polling client that keeps cookies stays on its node whatever its address is', ofHaproxy, async (t) => {
  const nodes = await Promise.all([0, 1, 2].map((node) => echo(t, node, () => true)));
  const proxy = await proxyBefore(t, nodes);
  const poll = (headers) => fetch(`${proxy.url}/socket.io/?EIO=4&transport=polling`, { headers });
  const first = await poll({});
  const [cookie] = first.headers.get('set-cookie').split(';');
  const { node } = await first.json();
  assert.equal(cookie, `PARLOUR_NODE=node${node + 1}`);
  const other = (node + 1) % 3;
  assert.equal((await (await poll({ cookie: `PARLOUR_NODE=node${other + 1}` })).json()).node, other, 'the cookie decides');
  const request = await fetch(`${proxy.url}/v1/variants`);
  assert.equal(request.headers.get('set-cookie'), null, 'only polling needs one');
});

test('players on different nodes play on while one node after another is restarted', ofCluster, async (t) => {
  const { nodes, proxy } = await cluster(t);
  const [first, second] = [await Player.connect(proxy), await Player.connect(proxy)];
  for (const [player, username] of [[first, 'Ada'], [second, 'Ben']]) await player.do('matchmaking:join', { username });
  await Promise.all([first.started(), second.started()]);
  const seats = [first, second];
  for (const [round, node] of nodes.entries()) {
    const ended = node.end('SIGTERM');
    assert.equal(await ended, 0);
    for (const [index, seat] of seats.entries()) {
      if (seat.socket.connected) continue;
      const back = await Player.connect(proxy);
      await back.do('game:reconnect', { playerId: seat.playerId, reconnectToken: seat.reconnectToken });
      back.seat(await back.next('game:reconnected'));
      seats[index] = back;
    }
    await seats[round % 2].do('game:move', { ...seats[round % 2].here, position: [0, 4, 8][round] });
    await node.start();
    while (!/^parlour_nodes 3$/m.test(await node.metrics()));
  }
  for (const seat of seats) await seat.next('game:move:made', ({ moveHistory }) => moveHistory.length === 3);
});

test('a node that is not ready gets no new clients, and nodes learn the address of the client', ofHaproxy, async (t) => {
  const ready = [true, true, true];
  const nodes = await Promise.all(ready.map((_, node) => echo(t, node, () => ready[node])));
  const proxy = await proxyBefore(t, nodes);
  const asked = async () => (await fetch(`${proxy.url}/v1/variants`)).json();
  const inTurn = async () => new Set((await Promise.all([asked(), asked(), asked(), asked(), asked(), asked()])).map(({ node }) => node));
  assert.deepEqual([...(await inTurn())].sort(), [0, 1, 2]);
  assert.equal((await asked()).headers['x-forwarded-for'], '127.0.0.1');
  ready[1] = false;
  while ((await inTurn()).has(1)); // until the proxy has noticed
  assert.deepEqual([...(await inTurn())].sort(), [0, 2]);
  ready[1] = true;
  while (!(await inTurn()).has(1));
});

/** Three nodes that share a database and Redis, behind the proxy. */
async function cluster(t) {
  const services = await Promise.all([Postgres.start(), Redis.start()]);
  const [{ url: store }, { url: redis }] = services;
  const server = await Server.start({ trusted_proxies: '127.0.0.1' }, { nodes: 3, store, redis });
  t.after(async () => {
    await server.stop();
    await Promise.all(services.map((service) => service.stop()));
  });
  return { nodes: server.nodes, proxy: await proxyBefore(t, server.nodes.map(({ url }) => url)) };
}

/** A node that answers every request with its number and the headers that came. */
async function echo(t, node, isReady) {
  const http = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' && !isReady() ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ node, headers: request.headers }));
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${http.address().port}`;
}

/** Starts the proxy before these addresses; it answers when this resolves. */
async function proxyBefore(t, urls) {
  const folder = await mkdtemp(join(tmpdir(), 'parlour-haproxy-'));
  const port = await freePort();
  let configuration = read('deploy/haproxy/haproxy.cfg').replace('bind :8080', `bind 127.0.0.1:${port}`).replace('maxconn 30000', 'maxconn 100');
  urls.forEach((url, node) => (configuration = configuration.replaceAll(`node${node + 1}:7300`, new URL(url).host)));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (log += part));
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const proxy = { url: `http://127.0.0.1:${port}` };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended:\n${log}`);
    const answer = await fetch(`${proxy.url}/healthz`).catch(() => undefined);
    if (answer?.ok) return proxy;
  }
}

async function freePort() {
  const listener = createListener();
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return port;
}
