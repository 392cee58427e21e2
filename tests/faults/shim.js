// A faulty system: builds `shim.c` and changes the faults while the server runs.

import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Skipped } from './scene.js';

const SOURCE = fileURLToPath(new URL('shim.c', import.meta.url));

export class Shim {
  #folder;
  #file;

  /** Builds the shim, without faults yet. */
  static async build() {
    const shim = new Shim();
    shim.#folder = await mkdtemp(join(tmpdir(), 'parlour-shim-'));
    const [library, faults] = ['shim.so', 'faults'].map((file) => join(shim.#folder, file));
    try {
      await promisify(execFile)('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
    } catch {
      await rm(shim.#folder, { recursive: true });
      throw new Skipped('the shim cannot be built here, that takes a C compiler and Linux');
    }
    shim.#file = await open(faults, 'w+');
    await shim.set({});
    /** Environment variables that run a server with the shim. */
    shim.extra = { LD_PRELOAD: library, FAULTS: faults };
    return shim;
  }

  /** Sets the faults; those not named are off. */
  async set({ clockAheadSeconds = 0, syncDelayMillis = 0, syncFails = false }) {
    const numbers = BigInt64Array.of(BigInt(clockAheadSeconds), BigInt(syncDelayMillis), BigInt(syncFails));
    await this.#file.write(new Uint8Array(numbers.buffer), 0, numbers.byteLength, 0);
  }

  async remove() {
    await this.#file.close();
    await rm(this.#folder, { recursive: true });
  }
}
