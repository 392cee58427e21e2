// Everybody comes back at once after a crash: all games are there, and go on.

import { make, play } from '../scene.js';

export const name = 'herd';

export async function run({ short }) {
  const players = short ? 200 : 1_000;
  return play({
    tables: players / 2,
    async fault({ server, load }) {
      load.pace.holdAt = 2;
      await load.until('games of everybody', () => load.seats.length === players && load.seats.every(isHeld));
      const connections = new Map(load.seats.map((seat) => [seat, seat.connection]));
      await server.end('SIGKILL');
      await server.again();
      const began = performance.now();
      await load.until('everybody', () => load.seats.every((seat) => seat.connection > connections.get(seat) && seat.inSync));
      const seconds = (performance.now() - began) / 1000;
      make(load.seats.length === players && load.seats.every(isHeld), 'a game went on by itself');
      load.release();
      return `${players} players back ${seconds.toFixed(1)} s after the start`;
    },
  });
}

function isHeld(seat) {
  return seat.moves.length === 2 && seat.inFlight === null;
}
