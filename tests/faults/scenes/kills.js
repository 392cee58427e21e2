// The server is killed repeatedly, at random points, under load.

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
        await pause(Math.random() * 700);
        // Every second kill comes while a move is in flight, the others at any point of a game.
        if (kill % 2 === 0) await load.moveInFlight();
        else await load.until('a game in its middle', () => load.inMidGame > 0);
        inMidGame += load.inMidGame > 0 ? 1 : 0;
        inFlight += load.inFlight;
        died += (await server.end('SIGKILL')) === 'SIGKILL' ? 1 : 0;
        await server.again();
      }
      make(died === kills, `${died} of ${kills} kills`);
      make(inMidGame >= kills / 2, `${inMidGame} of ${kills} kills in mid-game`);
      make(inFlight >= kills / 2, 'no move was in flight');
      return `${died} kills, ${inMidGame} in mid-game, ${inFlight} moves in flight`;
    },
  });
}
