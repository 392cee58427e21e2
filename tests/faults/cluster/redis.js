// Redis is killed and comes back: moves arrive without it, more slowly.

import { setTimeout as pause } from 'node:timers/promises';
import { playOnCluster } from '../cluster.js';
import { make } from '../scene.js';

export const name = 'Redis restarts';

export async function run({ short }) {
  const restarts = short ? 4 : 30;
  return playOnCluster({
    async fault({ server, load, redis, disturbances }) {
      let [without, degraded] = [0, 0];
      for (let restart = 0; restart < restarts; restart += 1) {
        await load.progress(40);
        await load.moveInFlight();
        const end = disturbances.begin('redis');
        await redis.end('SIGKILL');
        const before = load.acknowledged;
        await load.until('a degraded node', async () => (await isDegraded(server)) && (degraded += 1));
        await pause(restart % 2 === 0 ? 0 : Math.random() * 5_000);
        await load.progress(20);
        without += load.acknowledged - before;
        await redis.start();
        end();
        await load.until('nodes that are whole', async () => !(await isDegraded(server)));
      }
      make(degraded >= restarts, 'no node noticed');
      return `${restarts} restarts, ${without} moves without Redis`;
    },
  });
}

/** Whether a node takes players and says that it is degraded. */
async function isDegraded(server) {
  const answers = await Promise.all(server.nodes.map(async ({ url }) => {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } });
    make(response.status === 200, `without Redis /readyz says ${response.status}`);
    return response.json();
  }));
  return answers.some(({ status }) => status === 'degraded');
}
