// The disk loses data: from then on nothing is acknowledged, and the server exits, so that an operator restarts it.

import { make, play } from '../scene.js';
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
          const failed = performance.now();
          // The disk works again, but its earlier data is in doubt.
          await shim.set({});
          const code = await server.ended();
          make(code === 1, `the server ended with ${code}`);
          const late = load.journals.flat().filter(({ kind, asked }) => kind === 'acknowledged' && asked > failed);
          if (late.length > 0) throw new Error(`${late.length} moves were acknowledged after the failure`);
          await server.again();
          await load.progress(20);
        }
        return `${times} times, nothing acknowledged after it`;
      },
    });
  } finally {
    await shim.remove();
  }
}
