// The power goes while clients play: the file system forgets whatever was not synced, and nothing acknowledged is lost.

import { execFileSync } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { make, play, Skipped } from '../scene.js';

export const name = 'power cut';

/** Shuts a file system down as a power cut does: nothing more is written, not even its own journal. */
const CUT = `
import fcntl, os, struct, sys
EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
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
          inFlight += load.inFlight;
          disk.cut();
          make(await disk.isDead(), 'the disk takes writes');
          await server.end('SIGKILL');
          disk.plugIn();
          await server.again();
        }
        await load.progress(30);
        make(inFlight > 0, 'no move was in flight');
        return `${cuts} cuts, ${inFlight} moves in flight`;
      },
    });
  } finally {
    disk.unplug();
    await rm(place, { recursive: true });
  }
}

/** A disk in a file. */
class Disk {
  #mounted = false;

  constructor(image, place) {
    Object.assign(this, { image, folder: join(place, 'mounted') });
  }

  async make() {
    try {
      execFileSync('truncate', ['-s', '256M', this.image]);
      execFileSync('mkfs.ext4', ['-q', '-F', this.image], { stdio: 'pipe' });
      execFileSync('mkdir', [this.folder]);
      this.plugIn();
      await access(this.folder);
    } catch (error) {
      throw new Skipped(`a disk in a file cannot be mounted here, that takes root and loop devices (${reason(error)})`);
    }
  }

  cut() {
    try {
      execFileSync('python3', ['-c', CUT, this.folder], { stdio: 'pipe' });
    } catch (error) {
      throw new Skipped(`the file system cannot be shut down here (${reason(error)})`);
    }
  }

  async isDead() {
    return writeFile(join(this.folder, 'alive'), 'x').then(() => false, () => true);
  }

  /** Mounts the disk as it was when the power went. */
  plugIn() {
    this.unplug();
    execFileSync('mount', ['-o', 'loop', this.image, this.folder], { stdio: 'pipe' });
    this.#mounted = true;
  }

  unplug() {
    if (this.#mounted) execFileSync('umount', [this.folder]);
    this.#mounted = false;
  }
}

function reason(error) {
  return String(error.stderr ?? error.message).trim().split('\n').at(-1);
}
