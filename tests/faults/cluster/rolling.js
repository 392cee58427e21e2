// The operator restarts one node after another: players are told, and go on elsewhere at once.

import { make } from '../scene.js';
import { playOnCluster, untilNodes } from '../cluster.js';

export const name = 'rolling restart';

/** How long a player may wait, in milliseconds. */
const LONGEST_WAIT = 3_000;

export async function run({ short }) {
  const rounds = short ? 1 : 5;
  return playOnCluster({
    async fault({ server, load }) {
      for (let round = 0; round < rounds; round += 1) {
        for (const node of server.nodes) {
          await load.progress(20);
          await load.moveInFlight();
          const code = await node.end('SIGTERM');
          make(code === 0, `the node ended with ${code}`);
          await load.progress(20);
          await node.start();
          await untilNodes(load, server, server.nodes.length);
        }
      }
      await load.finish();
      const told = load.heard('server:restarting');
      make(told > 0, 'nobody heard of the restart');
      const waits = load.journals.flatMap(waitsIn);
      make(waits.length > 0, 'nobody moved to another node');
      const longest = Math.max(...waits);
      if (longest > LONGEST_WAIT) throw new Error(`a player waited for ${Math.round(longest)} ms`);
      return `${rounds * server.nodes.length} restarts, told ${told} times, ${waits.length} moved, the longest wait ${(longest / 1000).toFixed(1)} s`;
    },
  });
}

/** How long a client was without its game, each time. */
function waitsIn(journal) {
  const waits = [];
  let lost;
  for (const { at, kind, name } of journal) {
    if (kind === 'lost') lost = at;
    if (lost !== undefined && /^game:(reconnected|started|over|spectate:joined)$/.test(name)) {
      waits.push(at - lost);
      lost = undefined;
    }
  }
  return waits;
}
