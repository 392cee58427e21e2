// The operator restarts the server under load: clients are notified and reconnect automatically.

import { make, play } from '../scene.js';

export const name = 'SIGTERM';

export async function run({ short }) {
  const restarts = short ? 4 : 20;
  return play({
    tables: 8,
    async fault({ server, load }) {
      let inFlight = 0;
      for (let restart = 0; restart < restarts; restart += 1) {
        await load.progress(20);
        inFlight += await load.moveInFlight();
        const code = await server.end('SIGTERM');
        make(code === 0, `the server ended with ${code}`);
        await server.again();
      }
      await load.progress(20);
      const told = load.heard('server:restarting');
      make(told >= restarts, 'nobody heard of the restart');
      make(inFlight >= restarts, 'no move was in flight');
      return `${restarts} restarts, told ${told} times, ${inFlight} moves in flight`;
    },
  });
}
