// The server is killed while games end, and whoever comes back after the restart hears how the newest of their games ended.

import { setTimeout as pause } from 'node:timers/promises';
import { make, play } from '../scene.js';

export const name = 'kill at the end';

export async function run({ short }) {
  const kills = short ? 15 : 100;
  return play({
    tables: 8,
    // The same people play all day, so that each has several finished games when the server comes back.
    regulars: true,
    async fault({ server, load }) {
      let ends = 0;
      const games = () => load.heard('game:over');
      for (let kill = 0; kill < kills; kill += 1) {
        const before = games();
        await load.until('more games that end', () => games() >= before + 8);
        ends += await load.endInFlight();
        // The end is still on its way, about to be stored, or about to be told.
        if (kill % 3 > 0) await pause(Math.random() * 4);
        await server.end('SIGKILL');
        await server.again();
      }
      make(ends >= kills, `${ends} ends in flight`);
      return `${kills} kills, ${ends} ends in flight`;
    },
  });
}
