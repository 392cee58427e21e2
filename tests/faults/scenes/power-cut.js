// A power cut while clients play: the file system loses whatever was not synced, and nothing acknowledged is lost.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { make, play, Skipped } from '../scene.js';

export const name = 'power cut';

/** Milliseconds that another program may use the disk. */
const PATIENCE = 30_000;

/** Waits for a word, then shuts a file system down like a power cut: nothing more is written, not even its own journal. */
const CUT = `
import fcntl, os, struct, sys
EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2
folder = os.open(sys.argv[1], os.O_RDONLY)
print("ready", flush=True)
sys.stdin.read()
fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
`;

export async function run({ short }) {
  const cuts = short ? 3 : 20;
  const place = await mkdtemp(join(tmpdir(), 'parlour-power-'));
  const disk = new Disk(join(place, 'disk.img'), place);
  try {
    await disk.make();
    return await play({
      place: { folder: disk.folder },
      tables: 6,
      async fault({ server, load }) {
        let inFlight = 0;
        for (let cut = 0; cut < cuts; cut += 1) {
          await load.progress(30);
          const cutter = await disk.cutter();
          inFlight += await load.moveInFlight();
          // The process stops together with the disk, as in a power cut. If it continues while the file system is shut down,
          // moves are acknowledged that are lost; the reason is unknown, perhaps syncs succeed that write nothing.
          server.signal('SIGSTOP');
          await stopped(server.pid);
          await cutter.cut();
          make(await disk.isDead(), 'the disk takes writes');
          await server.end('SIGKILL');
          await disk.plugIn();
          await server.again();
        }
        await load.progress(30);
        make(inFlight >= cuts, 'no move was in flight');
        return `${cuts} cuts, ${inFlight} moves in flight`;
      },
    });
  } finally {
    await disk.unplug();
    await rm(place, { recursive: true });
  }
}

/** Waits until no thread of a process runs: each is stopped, or waits for the disk. */
async function stopped(pid) {
  const state = async (thread) => /\) (\S)/.exec(await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8'))[1];
  for (;;) {
    const states = await Promise.all((await readdir(`/proc/${pid}/task`)).map(state));
    if (states.every((letter) => 'TtD'.includes(letter))) return;
    await pause(1);
  }
}

/** A disk in a file. */
class Disk {
  #mounted = false;

  constructor(image, place) {
    Object.assign(this, { image, folder: join(place, 'mounted') });
  }

  /** Creates and mounts the disk, and tries a cut, so that a missing capability is known before anyone plays. */
  async make() {
    try {
      execFileSync('truncate', ['-s', '256M', this.image]);
      execFileSync('mkfs.ext4', ['-q', '-F', this.image], { stdio: 'pipe' });
      execFileSync('mkdir', [this.folder]);
      await this.plugIn();
      await (await this.cutter()).cut();
      await this.plugIn();
    } catch (error) {
      throw new Skipped(`a disk in a file cannot be mounted and cut off here, that takes root, loop devices and python3 (${reason(error)})`);
    }
  }

  /** Prepares everything to cut the power at once. */
  async cutter() {
    const python = spawn('python3', ['-c', CUT, this.folder], { stdio: ['pipe', 'pipe', 'pipe'] });
    let complaint = '';
    python.stderr.setEncoding('utf8').on('data', (part) => (complaint += part));
    const ended = new Promise((resolve) => {
      python.once('error', (error) => resolve(error.message)).once('close', (code) => resolve(code === 0 ? null : complaint));
    });
    const early = ended.then((failure) => Promise.reject(new Error(failure ?? 'it cut too early')));
    early.catch(() => {}); // it ends after the cut
    await Promise.race([once(python.stdout, 'data'), early]);
    return {
      async cut() {
        python.stdin.end();
        const failure = await ended;
        if (failure !== null) throw new Error(`the power could not be cut: ${failure}`);
      },
    };
  }

  async isDead() {
    return writeFile(join(this.folder, 'alive'), 'x').then(() => false, () => true);
  }

  /** Mounts the disk as it was at the cut. */
  async plugIn() {
    await this.unplug();
    execFileSync('mount', ['-o', 'loop', this.image, this.folder], { stdio: 'pipe' });
    this.#mounted = true;
  }

  /** Unmounts the disk, as soon as no other program of the machine looks at it. */
  async unplug() {
    const end = Date.now() + PATIENCE;
    while (this.#mounted) {
      try {
        execFileSync('umount', [this.folder], { stdio: 'pipe' });
        this.#mounted = false;
      } catch (error) {
        if (!/busy/.test(reason(error)) || Date.now() > end) throw error;
        await pause(20);
      }
    }
  }
}

function reason(error) {
  return String(error.stderr ?? error.message).trim().split('\n').at(-1);
}
