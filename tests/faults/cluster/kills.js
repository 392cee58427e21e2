// Random nodes are killed under load; the others go on with their games, and they come back.

import { setTimeout as pause } from 'node:timers/promises';
import { anyNode, playOnCluster, untilNodes } from '../cluster.js';
import { make } from '../scene.js';

export const name = 'kill -9 of nodes';

export async function run({ short }) {
  const kills = short ? 6 : 60;
  return playOnCluster({
    async fault({ server, load, disturbances }) {
      let [died, inFlight] = [0, 0];
      for (let kill = 0; kill < kills; kill += 1) {
        await load.progress(20);
        inFlight += await load.moveInFlight();
        const node = anyNode(server);
        disturbances.begin('kill')();
        died += (await node.end('SIGKILL')) === 'SIGKILL' ? 1 : 0;
        // Some nodes are back before their death is noticed, others after their rooms are taken over.
        await pause(kill % 2 === 0 ? Math.random() * 2_000 : 6_000 + Math.random() * 2_000);
        await load.progress(20);
        await node.start();
      }
      await untilNodes(load, server, server.nodes.length);
      make(died === kills, `${died} of ${kills} kills`);
      make(inFlight >= kills, 'no move was in flight');
      return `${died} kills, ${inFlight} moves in flight`;
    },
  });
}
