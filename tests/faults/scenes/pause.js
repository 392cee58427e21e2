// The server is stopped for longer than idle clocks and reconnect windows last: nobody pays for that.

import { setTimeout as pause } from 'node:timers/promises';
import { make, play } from '../scene.js';

export const name = 'SIGSTOP';

/** Longer than every patience below; a server that slept five seconds knows that it was not the clients. */
const STOPPED = 9_000;

const SHORT_PATIENCE = {
  'times.reconnect_window': '4s',
  'times.idle.tictactoe.timeout': '4s',
  'times.idle.tictactoe.warning': '2s',
  'times.idle.checkers.timeout': '4s',
  'times.idle.checkers.warning': '2s',
  'times.ping_interval': '1s',
  'times.ping_timeout': '1s',
};

export async function run({ short }) {
  const stops = short ? 1 : 5;
  return play({
    settings: SHORT_PATIENCE,
    tables: 4,
    async fault({ server, load }) {
      let away = 0;
      for (let stop = 0; stop < stops; stop += 1) {
        await load.progress(10);
        // Somebody's window is open when the server stops.
        const [gone] = load.seats.filter((seat) => seat.inMidGame);
        gone?.socket.disconnect();
        const heard = load.heard('player:disconnected');
        if (gone) await load.until('player:disconnected', () => load.heard('player:disconnected') > heard);
        away += gone ? 1 : 0;
        const before = load.acknowledged;
        server.signal('SIGSTOP');
        await pause(STOPPED);
        make(load.acknowledged - before <= 2 * load.seats.length, 'the server went on');
        server.signal('SIGCONT');
        gone?.socket.connect();
      }
      await load.progress(10);
      make(away > 0, 'nobody was away');
      return `${stops} × ${STOPPED / 1000} s, ${away} windows open`;
    },
  });
}
