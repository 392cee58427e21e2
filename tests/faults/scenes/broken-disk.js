// The disk fails to keep what it was given: from then on nothing is acknowledged, until an operator starts the server again.

import { setTimeout as pause } from 'node:timers/promises';
import { play } from '../scene.js';
import { Shim } from '../shim.js';

export const name = 'failed fsync';

export async function run({ short }) {
  const times = short ? 1 : 10;
  const shim = await Shim.build();
  try {
    return await play({
      place: { extra: shim.extra },
      tables: 6,
      async fault({ server, load }) {
        for (let time = 0; time < times; time += 1) {
          await load.progress(20);
          const logged = server.log.length;
          await shim.set({ syncFails: true });
          await load.until('the failure', () => /the store has failed/.test(server.log.slice(logged)));
          await pause(100); // answers that were on their way
          // The disk works again, but what it holds of the past is in doubt.
          await shim.set({});
          const before = load.acknowledged;
          await pause(1_000);
          if (load.acknowledged > before) throw new Error('moves were acknowledged after the failure');
          await server.restart('SIGKILL');
          await load.progress(20);
        }
        return `${times} times, nothing acknowledged after it`;
      },
    });
  } finally {
    await shim.remove();
  }
}
