// The server is stopped for longer than idle clocks and reconnect windows last: that time does not count.

import { setTimeout as pause } from 'node:timers/promises';
import { IMPATIENT, make, play, TOO_LONG } from '../scene.js';

export const name = 'SIGSTOP';

const PINGS = { 'times.ping_interval': '2s', 'times.ping_timeout': '3s' };

export async function run({ short }) {
  const stops = short ? 1 : 5;
  return play({
    settings: { ...IMPATIENT, ...PINGS },
    tables: 4,
    async fault({ server, load }) {
      for (let stop = 0; stop < stops; stop += 1) {
        await load.progress(10);
        // A player's reconnect window is open when the server stops.
        const gone = await load.absentPlayer();
        const before = load.acknowledged;
        server.signal('SIGSTOP');
        await pause(TOO_LONG);
        make(load.acknowledged - before <= 2 * load.seats.length, 'the server went on');
        server.signal('SIGCONT');
        gone.socket.connect();
      }
      await load.progress(10);
      return `${stops} × ${TOO_LONG / 1000} s, each with a window open`;
    },
  });
}
