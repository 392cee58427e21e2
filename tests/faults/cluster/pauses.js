// Random nodes stand still, some for longer than it takes to be given up; what they wake up with must not be stored.

import { setTimeout as pause } from 'node:timers/promises';
import { anyNode, playOnCluster, untilNodes } from '../cluster.js';
import { make } from '../scene.js';

export const name = 'SIGSTOP of nodes';

export async function run({ short }) {
  const stops = short ? 4 : 30;
  return playOnCluster({
    async fault({ server, load, disturbances }) {
      const lengths = [];
      let inFlight = 0;
      for (let stop = 0; stop < stops; stop += 1) {
        await load.progress(20);
        inFlight += await load.moveInFlight();
        const node = anyNode(server);
        const length = stop % 2 === 0 ? 1_000 + Math.random() * 2_000 : 8_000 + Math.random() * 4_000;
        lengths.push(length);
        const end = disturbances.begin('stop');
        node.signal('SIGSTOP');
        await pause(length);
        node.signal('SIGCONT');
        end();
        await load.progress(20);
      }
      await untilNodes(load, server, server.nodes.length);
      make(inFlight >= stops, 'no move was in flight');
      const long = lengths.filter((length) => length > 5_000).length;
      return `${stops} stops, ${long} of them longer than 5 s, ${inFlight} moves in flight`;
    },
  });
}
