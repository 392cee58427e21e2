// PostgreSQL is restarted: nothing is acknowledged meanwhile, and games go on when it is back.

import { setTimeout as pause } from 'node:timers/promises';
import { playOnCluster } from '../cluster.js';
import { make } from '../scene.js';

export const name = 'PostgreSQL restarts';

/** How it is ended: at once and without a checkpoint, as in a crash, or as an operator does. */
const SIGNALS = ['SIGQUIT', 'SIGINT'];

export async function run({ short }) {
  const restarts = short ? 3 : 20;
  return playOnCluster({
    async fault({ load, postgres, disturbances }) {
      for (let restart = 0; restart < restarts; restart += 1) {
        await load.progress(40);
        await load.moveInFlight();
        const end = disturbances.begin('postgres');
        await postgres.end(SIGNALS[restart % 2]);
        const before = load.acknowledged;
        await pause(restart % 2 === 0 ? 0 : 2_000 + Math.random() * 4_000);
        // Answers may have been on their way when it ended.
        make(load.acknowledged - before <= load.seats.length, 'moves were acknowledged without a database');
        await postgres.start();
        end();
        await load.progress(40);
      }
      return `${restarts} restarts, ${load.refusals('unavailable')} × "not now"`;
    },
  });
}
