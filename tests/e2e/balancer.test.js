// The balancer of the tests themselves: which node a connection reaches.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Balancer } from './balancer.js';

/** Nodes that answer every request with their number; a polling handshake gets a session id. */
async function start(t) {
  const nodes = await Promise.all([0, 1, 2].map(async (number) => {
    const http = createServer((request, response) => {
      const begins = /transport=polling$/.test(request.url);
      response.end(begins ? `0{"sid":"session-of-${number}"}` : String(number));
    });
    await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
    t.after(() => http.close() && http.closeAllConnections());
    return { http, url: `http://127.0.0.1:${http.address().port}` };
  }));
  const balancer = await Balancer.before(nodes.map(({ url }) => url));
  t.after(() => balancer.close());
  const ask = async (path) => (await fetch(balancer.url + path, { headers: { connection: 'close' } })).text();
  return { nodes, balancer, ask };
}

test('connections reach every node', async (t) => {
  const { ask } = await start(t);
  const reached = new Set();
  while (reached.size < 3) reached.add(await ask('/'));
});

test('a polling session stays on its node', async (t) => {
  const { ask } = await start(t);
  for (let session = 0; session < 10; session += 1) {
    const { sid } = JSON.parse((await ask('/socket.io/?EIO=4&transport=polling')).slice(1));
    for (let request = 0; request < 5; request += 1) {
      assert.equal(`session-of-${await ask(`/socket.io/?EIO=4&transport=polling&sid=${sid}`)}`, sid);
    }
  }
});

test('a node that is gone, or has left, gets no connection', async (t) => {
  const { ask, nodes, balancer } = await start(t);
  await new Promise((resolve) => nodes[0].http.close(resolve));
  balancer.leave(nodes[1].url);
  for (let request = 0; request < 20; request += 1) assert.equal(await ask('/'), '2');
  balancer.enter(nodes[1].url);
  while ((await ask('/')) !== '1');
});

test('a connection without a node is closed', async (t) => {
  const { nodes, balancer } = await start(t);
  for (const { http } of nodes) await new Promise((resolve) => http.close(resolve));
  const line = connect(Number(new URL(balancer.url).port), '127.0.0.1');
  line.on('error', () => {});
  await new Promise((resolve) => line.on('close', resolve));
});
