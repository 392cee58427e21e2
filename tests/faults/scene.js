// A scene: a server under load, a fault, and the verdict on what clients were told.

import { Server } from '../e2e/server.js';
import { judge } from './checker.js';
import { Load } from './load.js';
import { recordsOf } from './store.js';

/** Settings under which nobody loses by a slow machine: a forfeit is then a fault of the server. */
const PATIENT = {
  'times.token_life': '1h',
  'times.reconnect_window': '10m',
  'times.idle.tictactoe.timeout': '10m',
  'times.idle.tictactoe.warning': '1m',
  'times.idle.checkers.timeout': '10m',
  'times.idle.checkers.warning': '1m',
};

/** Settings under which whoever could not play for longer than `TOO_LONG` loses, if that counted against them. */
export const IMPATIENT = {
  'times.reconnect_window': '10s',
  'times.idle.tictactoe.timeout': '10s',
  'times.idle.tictactoe.warning': '5s',
  'times.idle.checkers.timeout': '10s',
  'times.idle.checkers.warning': '5s',
};

/** Milliseconds that are longer than every patience of `IMPATIENT`. */
export const TOO_LONG = 14_000;

/** Thrown when a fault cannot be made on this machine. */
export class Skipped extends Error {}

/**
 * Plays a scene: `fault({ server, load })` does the harm, makes sure that it happened, and says so in words.
 * `through` may wrap the address of the server, as a proxy does; `regulars` play all games of their table.
 */
export async function play({ settings = {}, place = {}, tables, regulars, through = (url) => url, fault }) {
  const server = await Server.start({ ...PATIENT, ...settings }, place);
  try {
    const { key } = await server.key(await server.tenant('Acme'), 'test');
    const load = new Load(server, key, await through(server.url));
    load.seat(tables, { regulars });
    const happened = await fault({ server, load });
    await load.finish();
    // What counts is what a server that knows nothing else finds on the disk.
    await server.restart('SIGKILL');
    return { happened, ...judge(load.journals, await recordsOf(server, key, load.journals)) };
  } finally {
    await server.stop();
  }
}

/** Fails the scene unless the fault really was there. */
export function make(sure, what) {
  if (!sure) throw new Error(`the fault did not happen: ${what}`);
}
