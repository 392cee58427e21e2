// Everything at random, also at the same time: nodes are killed and stopped, Redis and PostgreSQL are restarted.

import { setTimeout as pause } from 'node:timers/promises';
import { playOnCluster, revive, untilNodes } from '../cluster.js';

export const name = 'all of it at once';

export async function run({ short }) {
  const faults = short ? 4 : 40;
  return playOnCluster({
    async fault(stage) {
      const { server, load } = stage;
      const counts = new Map(Object.keys(FAULTS).map((kind) => [kind, 0]));
      // One node is left alone at any time, and each service is restarted by one hand.
      const hands = [['kill', 'stop'], ['redis', 'postgres'], ['stop', 'kill']];
      await Promise.all(hands.map(async (kinds, hand) => {
        for (let fault = 0; fault < faults; fault += 1) {
          await pause(Math.random() * 2_000);
          const kind = kinds[Math.floor(Math.random() * kinds.length)];
          counts.set(kind, counts.get(kind) + 1);
          await FAULTS[kind](stage, server.nodes[hand]);
          await load.progress(20);
        }
      }));
      await untilNodes(load, server, server.nodes.length);
      return [...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ');
    },
  });
}

const FAULTS = {
  async kill({ load, disturbances }, node) {
    disturbances.begin('kill')();
    await node.end('SIGKILL');
    await pause(Math.random() * 8_000);
    await revive(load, node);
  },

  async stop({ disturbances }, node) {
    const end = disturbances.begin('stop');
    node.signal('SIGSTOP');
    await pause(500 + Math.random() * 9_000);
    node.signal('SIGCONT');
    end();
  },

  async redis({ redis, disturbances }) {
    const end = disturbances.begin('redis');
    await redis.end('SIGKILL');
    await pause(Math.random() * 3_000);
    await redis.start();
    end();
  },

  async postgres({ postgres, disturbances }) {
    const end = disturbances.begin('postgres');
    await postgres.end('SIGQUIT');
    await pause(Math.random() * 2_000);
    await postgres.start();
    end();
  },
};
