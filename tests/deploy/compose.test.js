// The compose file: three nodes that share everything, behind a proxy that they trust.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { BINARY, path, read, run, settings, yaml } from './checkout.js';

const compose = yaml('deploy/compose.yaml');
const skip = compose === undefined && 'there is no Python with PyYAML';
const NODES = ['node1', 'node2', 'node3'];

test('three nodes share a database and Redis, and keep nothing themselves', { skip }, () => {
  const nodes = NODES.map((name) => compose.services[name]);
  assert.deepEqual(nodes[1], nodes[0]);
  assert.deepEqual(nodes[2], nodes[0]);
  const { environment, depends_on, volumes, read_only, cap_drop } = nodes[0];
  assert.equal(new URL(environment.PARLOUR_STORE.replaceAll(/\$\{.*?\}/g, 'x')).hostname, 'postgres');
  assert.equal(new URL(environment.PARLOUR_REDIS).hostname, 'redis');
  assert.deepEqual(Object.keys(depends_on), ['postgres', 'redis']);
  assert.ok(Object.keys(depends_on).every((service) => compose.services[service].healthcheck));
  assert.deepEqual([volumes, read_only, cap_drop], [undefined, true, ['ALL']]);
});

test('every variable of a node is a setting, with a value that is accepted', { skip }, async () => {
  const given = Object.entries(compose.services.node1.environment).map(([name, value]) => [name, value.replaceAll(/\$\{(\w+)[^}]*\}/g, filled)]);
  const shown = await run(BINARY, ['config', 'show'], { env: settings(Object.fromEntries(given)) });
  for (const [name] of given) assert.ok(shown.includes(name), `${name} has no effect`);
});

test('the nodes believe the proxy and nobody else', { skip }, () => {
  const { ipv4_address: proxy } = compose.services.proxy.networks.inside;
  assert.equal(compose.services.node1.environment.PARLOUR_TRUSTED_PROXIES, proxy);
  const [{ subnet, ip_range }] = compose.networks.inside.ipam.config;
  const within = (address, range) => address.split('.').slice(0, 3).join('.') === range.split('.').slice(0, 3).join('.');
  assert.ok(within(proxy, subnet) && Number(proxy.split('.')[3]) < Number(ip_range.split(/[./]/)[3]), 'its address is given to no other');
});

test('the proxy and Prometheus know every node, and only they are reached from outside', { skip }, () => {
  const proxied = [...read('deploy/haproxy/haproxy.cfg').matchAll(/^ +server (\w+) (\w+):7300/gm)].map(([, name]) => name);
  assert.deepEqual(proxied, [...NODES, ...NODES]);
  const { port } = new URL(`http://${compose.services.node1.environment.PARLOUR_METRICS_LISTEN}`);
  const [{ static_configs }] = yaml('deploy/prometheus/prometheus.yml').scrape_configs;
  assert.deepEqual(static_configs[0].targets, NODES.map((node) => `${node}:${port}`));
  const published = Object.entries(compose.services).filter(([, service]) => service.ports).map(([name]) => name);
  assert.deepEqual(published, ['proxy', 'grafana']);
});

test('every file that is mounted exists, and every image has a version', { skip }, () => {
  for (const [name, { volumes = [], image }] of Object.entries(compose.services)) {
    for (const [file] of volumes.map((volume) => volume.split(':'))) {
      if (file.startsWith('./')) assert.ok(existsSync(path(`deploy/${file}`)), `${name} mounts ${file}`);
      else assert.ok(file in compose.volumes, `${name} mounts ${file}`);
    }
    assert.ok(image === 'parlour' || /:v?\d/.test(image), `${name}: ${image}`);
  }
  assert.ok(existsSync(path(compose.services.node1.build.dockerfile)));
});

/** A value for a variable of the compose file. */
function filled(whole, name) {
  if (name === 'SECRETS_KEY') return Buffer.alloc(32, 7).toString('base64');
  return /:-(.*)\}$/.exec(whole)?.[1] ?? 'x';
}
