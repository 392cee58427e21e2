// The disk is slow: moves wait for it, and no one loses because of that.

import { play } from '../scene.js';
import { Shim } from '../shim.js';

export const name = 'slow disk';

const TABLES = 8;
const DELAY = 300;

export async function run({ short }) {
  const moves = short ? 20 : 200;
  const shim = await Shim.build();
  try {
    return await play({
      place: { extra: shim.extra },
      tables: TABLES,
      async fault({ load }) {
        await load.progress(20);
        await shim.set({ syncDelayMillis: DELAY });
        await load.until('moves that wait', () => load.inFlight >= TABLES / 2);
        await load.progress(moves);
        await shim.set({});
        return `${DELAY} ms for each sync, half of the tables waiting at a time`;
      },
    });
  } finally {
    await shim.remove();
  }
}
