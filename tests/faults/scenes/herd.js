// All clients return at once after a crash: all games are there and continue.

import { play } from '../scene.js';

export const name = 'herd';

export async function run({ short }) {
  const players = short ? 200 : 1_000;
  const tables = players / 2;
  return play({
    tables,
    async fault({ server, load }) {
      load.pace.holdAt = 2;
      await load.until('games of everybody', () => load.isHeld(tables));
      const connections = new Map(load.seats.map((seat) => [seat, seat.connection]));
      await server.end('SIGKILL');
      await server.again();
      const began = performance.now();
      const isBack = (seat) => seat.connection > connections.get(seat) && seat.inSync;
      await load.until('everybody', () => load.seats.every(isBack) && load.isHeld(tables));
      const seconds = (performance.now() - began) / 1000;
      load.release();
      return `${players} players back ${seconds.toFixed(1)} s after the start`;
    },
  });
}
