// Another program holds the database: moves wait or are refused for the moment, and none is lost or doubled.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { IMPATIENT, make, play, Skipped } from '../scene.js';

export const name = 'database locked';

const HOLD = `
import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
time.sleep(float(sys.argv[2]))
database.execute("ROLLBACK")
`;

export async function run({ short }) {
  const holds = short ? [7] : [1, 3, 7, 12];
  return play({
    settings: IMPATIENT,
    tables: 4,
    async fault({ server, load }) {
      for (const seconds of holds) {
        await load.progress(10);
        const { freed } = await lock(server.database, seconds);
        const before = load.acknowledged;
        await freed;
        // An answer may have been on its way when the lock came.
        make(load.acknowledged - before <= load.seats.length, 'moves were stored all the same');
        await load.progress(10);
      }
      return `for ${holds.join(', ')} s, ${load.refusals('unavailable')} × "not now"`;
    },
  });
}

/** Locks the database; when that is done, gives the promise of its end. */
async function lock(database, seconds) {
  const python = spawn('python3', ['-c', HOLD, database, String(seconds)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const missing = once(python, 'error').then(() => Promise.reject(new Skipped('there is no python3')));
  await Promise.race([once(python.stdout, 'data'), missing]);
  missing.catch(() => {}); // it is there
  return { freed: once(python, 'exit') };
}
