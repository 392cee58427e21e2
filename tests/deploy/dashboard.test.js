// The dashboard of Grafana shows the metrics that the server has, and all of them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hangUp, holder } from '../e2e/player.js';
import { Receiver } from '../e2e/receiver.js';
import { Server } from '../e2e/server.js';
import { path, read } from './checkout.js';

const dashboard = JSON.parse(read('deploy/grafana/parlour.json'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const queries = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));

/**
 * What a game of tic-tac-toe on one server without trouble does not show: faults, refusals, what time brings, the depth of a
 * search, other nodes.
 */
const RARE =
  /panics|hangs|random_moves|given_up|disabled|limited|floods|refused|slow_steps|idle_warnings|removed|depth|nodes|adopted|redis|hints|not_logged/;

let server;
let receiver;
let samples;
before(async () => {
  server = await Server.start({ 'webhooks.allow_private': true, 'webhooks.allow_http': true }, { sqlite: true });
  receiver = await Receiver.start();
  const { key } = await server.key(await server.tenant('Acme'));
  await server.call('PUT', '/v1/webhooks/endpoint', { key, body: { url: receiver.url } });
  const players = [{ id: 'ada', displayName: 'Ada' }];
  const session = await server.session(key, { game: 'tictactoe', matchType: 'bot', players });
  const player = await holder(server, session.sessionToken);
  await player.do('matchmaking:join', { username: 'Ada' });
  await player.started();
  await player.play(4); // or the bot begins
  await player.next('game:move:made');
  await player.do('game:resign', player.here);
  await player.next('game:over');
  while ((await receiver.next()).body.event !== 'game.ended');
  // What the receiver has answered is counted a moment later.
  while (!(samples = parsed(await server.metrics())).has('parlour_webhook_lag_seconds'));
  await hangUp(server);
});
after(async () => {
  receiver.stop();
  await server.stop();
});

test('every metric of the dashboard is exported by the server', () => {
  const shown = names();
  assert.ok(shown.size > 20);
  for (const name of shown) assert.ok(samples.has(name) || RARE.test(name), `${name} is on the dashboard, and not in /metrics`);
  const counted = namesInSource();
  for (const name of shown) assert.ok(counted.has(name), `${name} is on the dashboard, and nowhere counted`);
});

test('every metric that the server exports is on the dashboard', () => {
  const missing = new Set([...samples.keys(), ...namesInSource()].filter((name) => !names().has(name)));
  assert.deepEqual([...missing], [], 'add them to deploy/grafana/parlour.json');
});

test('every label that the dashboard groups by is one of the metric', () => {
  for (const { title, expr, legendFormat } of queries) {
    const used = [...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, labels]) => labels.split(', '));
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
    for (const metric of metricsOf(expr).filter((name) => samples.has(name))) {
      const labels = [...samples.get(metric), 'instance', 'le'];
      for (const label of [...used, ...shown]) assert.ok(labels.includes(label), `${title}: ${metric} has no label ${label}`);
    }
    if (used.length > 0) assert.ok(shown.every((label) => used.includes(label)), `${title} shows what it has summed away`);
  }
});

test('every panel has its own place and asks the chosen data source about the chosen nodes', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w } }) => Array.from({ length: w }, (_, column) => `${x + column}:${y}`));
  assert.equal(new Set(cells).size, cells.length, 'panels overlap');
  for (const { title, expr, datasource } of queries) {
    assert.equal(datasource.uid, '${datasource}', title);
    assert.ok(expr.includes('instance=~"$instance"'), title);
  }
});

/** The names of the metrics that the dashboard asks for. */
function names() {
  return new Set(queries.flatMap(({ expr }) => metricsOf(expr)));
}

function metricsOf(expr) {
  return [...expr.matchAll(/\bparlour_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
}

/** The names in the text of Prometheus, each with its labels. */
function parsed(text) {
  const found = new Map();
  const histograms = [...text.matchAll(/^# TYPE (\w+) histogram$/gm)].map(([, name]) => name);
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const whole = histograms.find((histogram) => name.startsWith(`${histogram}_`)) ?? name;
    found.set(whole, [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label));
  }
  return found;
}

/** The names that the source counts under. */
function namesInSource() {
  const files = readdirSync(path('crates'), { recursive: true }).filter((file) => /^\w+\/src\/.*\.rs$/.test(file));
  const text = files.map((file) => readFileSync(join(path('crates'), file), 'utf8')).join('\n');
  return new Set([...text.matchAll(/(?:counter|gauge|histogram)!\(\s*"(parlour_\w+)"/g)].map(([, name]) => name));
}
