// The disk is full for a while: what cannot be stored is not acknowledged, and games continue when there is room again.

import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rmdir, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IMPATIENT, make, play, Skipped, TOO_LONG } from '../scene.js';

export const name = 'full disk';

/** Room for the database and some games. */
const SIZE = '24m';

export async function run({ short }) {
  const times = short ? 1 : 5;
  const folder = await mkdtemp(join(tmpdir(), 'parlour-disk-'));
  mount(folder);
  try {
    return await play({
      settings: IMPATIENT,
      place: { folder },
      tables: 6,
      async fault({ load }) {
        for (let time = 0; time < times; time += 1) {
          await load.progress(20);
          const refused = load.refusals('unavailable');
          const filler = await fill(folder);
          await load.until('a refusal', () => load.refusals('unavailable') > refused);
          await pause(TOO_LONG); // only refusals can come meanwhile
          await unlink(filler);
          await load.progress(20);
        }
        const refused = load.refusals('unavailable');
        make(refused >= times, `${refused} refusals`);
        return `${times} × ${TOO_LONG / 1000} s, ${refused} × "not now"`;
      },
    });
  } finally {
    execFileSync('umount', [folder]);
    await rmdir(folder);
  }
}

/** A small disk in memory. */
function mount(folder) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    throw new Skipped('a small disk cannot be mounted here, that takes root');
  }
}

/** Fills the disk; returns the file that does. */
async function fill(folder) {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(1 << 12));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
  return path;
}
