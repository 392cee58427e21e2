// The server is killed again and again, at random points, under load.

import { setTimeout as pause } from 'node:timers/promises';
import { make, play } from '../scene.js';

export const name = 'kill -9';

export async function run({ short }) {
  const kills = short ? 20 : 200;
  return play({
    tables: 8,
    async fault({ server, load }) {
      let [died, inMidGame, inFlight] = [0, 0, 0];
      for (let kill = 0; kill < kills; kill += 1) {
        await pause(50 + Math.random() * 700);
        inMidGame += load.inMidGame > 0 ? 1 : 0;
        inFlight += load.inFlight;
        died += (await server.end('SIGKILL')) === 'SIGKILL' ? 1 : 0;
        await server.again();
      }
      make(died === kills, `${died} of ${kills} kills`);
      make(inMidGame > kills / 2, `${inMidGame} of ${kills} kills in mid-game`);
      make(inFlight > 0, 'no move was in flight');
      return `${died} kills, ${inMidGame} in mid-game, ${inFlight} moves in flight`;
    },
  });
}
