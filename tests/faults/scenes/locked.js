// Another program locks the database: moves wait or are refused temporarily, and none is lost or duplicated.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { IMPATIENT, make, play, Skipped, TOO_LONG } from '../scene.js';

export const name = 'database locked';

/** Locks the database, reports it, and keeps it locked until its input ends. */
const HOLD = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
database.execute("ROLLBACK")
`;

export async function run({ short }) {
  const holds = short ? [TOO_LONG] : [1_000, 3_000, 7_000, TOO_LONG];
  return play({
    settings: IMPATIENT,
    tables: 4,
    async fault({ server, load }) {
      for (const milliseconds of holds) {
        await load.progress(10);
        const holder = await lock(server.database);
        const before = load.acknowledged;
        await pause(milliseconds);
        // One answer per player may have been in flight when the lock came.
        make(load.acknowledged - before <= load.seats.length, 'moves were stored all the same');
        await holder.unlock();
        await load.progress(10);
      }
      return `for ${holds.map((hold) => hold / 1000).join(', ')} s, ${load.refusals('unavailable')} × "not now"`;
    },
  });
}

/** Locks the database; resolves to a function that unlocks it. */
async function lock(database) {
  const python = spawn('python3', ['-c', HOLD, database], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => python.once('error', resolve).once('exit', resolve));
  const locked = await Promise.race([once(python.stdout, 'data'), ended.then(() => null)]);
  if (locked === null) throw new Skipped('the database cannot be locked here, that takes python3 with sqlite3');
  return {
    async unlock() {
      python.stdin.end();
      make((await ended) === 0, 'the lock was lost');
    },
  };
}
