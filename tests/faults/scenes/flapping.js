// Players lose their connection repeatedly, but never long enough to lose their game.

import { setTimeout as pause } from 'node:timers/promises';
import { make, play } from '../scene.js';

export const name = 'flapping clients';

export async function run({ short }) {
  const flaps = short ? 100 : 2_000;
  return play({
    tables: 8,
    async fault({ server, load }) {
      let inFlight = 0;
      for (let flap = 0; flap < flaps; flap += 1) {
        await pause(Math.random() * 60);
        // Every second player is disconnected while a move is in flight.
        if (flap % 2 === 0) await load.moveInFlight();
        else await load.until('a player', () => load.seats.length > 0);
        const seats = load.seats.filter((seat) => seat.inFlight || flap % 2 === 1);
        const seat = seats[Math.floor(Math.random() * seats.length)];
        inFlight += seat.inFlight ? 1 : 0;
        seat.break();
      }
      await load.until('a player who is back', () => load.heard('player:reconnected') > 0);
      make(inFlight >= flaps / 2, 'no move was in flight');
      await load.finish();
      await load.until('an empty house', async () => /^parlour_sockets 0$/m.test(await server.metrics()));
      return `${flaps} broken lines, ${inFlight} moves in flight`;
    },
  });
}
