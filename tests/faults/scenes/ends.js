// The server is killed while games end: returning players receive how the newest of their games ended.

import { setTimeout as pause } from 'node:timers/promises';
import { make, play } from '../scene.js';

export const name = 'kill at the end';

export async function run({ short }) {
  const kills = short ? 15 : 100;
  return play({
    tables: 8,
    // The same players play all games of a table, so each has several finished games when the server is back.
    regulars: true,
    async fault({ server, load }) {
      let ends = 0;
      const games = () => load.heard('game:over');
      for (let kill = 0; kill < kills; kill += 1) {
        const before = games();
        await load.until('more games that end', () => games() >= before + 8);
        ends += await load.endInFlight();
        // The end is in flight, about to be stored, or about to be sent.
        if (kill % 3 > 0) await pause(Math.random() * 4);
        await server.end('SIGKILL');
        await server.again();
      }
      make(ends >= kills, `${ends} ends in flight`);
      return `${kills} kills, ${ends} ends in flight`;
    },
  });
}
