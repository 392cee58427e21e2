// The wall clock jumps, forwards and back: no game ends because of it, and restarts in between change nothing.

import { play } from '../scene.js';
import { Shim } from '../shim.js';

export const name = 'clock jumps';

const HOUR = 3600;
const JUMPS = [HOUR, -24 * HOUR, 30 * 24 * HOUR, 0];

export async function run() {
  const shim = await Shim.build();
  try {
    return await play({
      place: { extra: shim.extra },
      tables: 4,
      async fault({ server, load }) {
        for (const jump of JUMPS) {
          await load.progress(10);
          await shim.set({ clockAheadSeconds: jump });
          await load.until('the jump', async () => Math.abs((await ahead(load)) - jump) < 60);
          await load.progress(10);
          await server.restart('SIGKILL');
        }
        await load.progress(10);
        return `${JUMPS.map((jump) => `${jump / HOUR} h`).join(', ')}, each with a kill`;
      },
    });
  } finally {
    await shim.remove();
  }
}

/** How far the server's clock is ahead of ours, in seconds. */
async function ahead({ server, key }) {
  const { expiresAt, expiresIn } = await server.session(key, { game: 'tictactoe', players: [{ id: 'clock' }] });
  return (Date.parse(expiresAt) - Date.now()) / 1000 - expiresIn;
}
