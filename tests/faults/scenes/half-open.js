// Connections fall silent without being closed: the server notices by its pings, and games continue when players are back.

import { Proxy } from '../proxy.js';
import { make, play } from '../scene.js';

export const name = 'half-open lines';

/** The server notices within the sum of both; watchers, whose connections work, are notified. */
const PINGS = { 'times.ping_interval': '2s', 'times.ping_timeout': '3s' };
const TABLES = 6;

export async function run({ short }) {
  const cuts = short ? 2 : 10;
  let proxy;
  try {
    return await play({
      settings: PINGS,
      tables: TABLES,
      through: async (url) => (proxy = await Proxy.before(url)).url,
      async fault({ load }) {
        let [silenced, longest] = [0, 0];
        for (let cut = 0; cut < cuts; cut += 1) {
          load.pace.holdAt = 2;
          await load.until('held games', () => load.isHeld(TABLES));
          // Every second table has a watcher, and both of its players are missing.
          const missed = load.heard('player:disconnected') + TABLES;
          const began = performance.now();
          silenced += proxy.silence();
          await load.until('player:disconnected', () => load.heard('player:disconnected') >= missed);
          longest = Math.max(longest, performance.now() - began);
          proxy.heal();
          load.release();
          await load.progress(2 * TABLES);
        }
        make(silenced >= 2 * TABLES * cuts, `${silenced} lines`);
        return `${silenced} lines, all noticed within ${(longest / 1000).toFixed(1)} s`;
      },
    });
  } finally {
    proxy?.close();
  }
}
