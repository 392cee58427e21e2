// A scene: a server under load, a fault, and the verdict on what clients were told.

import { Server } from '../e2e/server.js';
import { judge } from './checker.js';
import { Load } from './load.js';
import { recordsOf } from './store.js';

/** Settings under which whoever could not play for some seconds loses, if that counted against them. */
export const IMPATIENT = {
  'times.reconnect_window': '3s',
  'times.idle.tictactoe.timeout': '3s',
  'times.idle.tictactoe.warning': '1s',
  'times.idle.checkers.timeout': '3s',
  'times.idle.checkers.warning': '1s',
};

/** Thrown when a fault cannot be made on this machine. */
export class Skipped extends Error {}

/**
 * Plays a scene: `fault({ server, load })` does the harm, makes sure that it happened, and says so in words.
 * `through` may wrap the address of the server, as a proxy does.
 */
export async function play({ settings = {}, place = {}, tables, through = (url) => url, fault }) {
  const server = await Server.start({ 'times.token_life': '1h', ...settings }, place);
  try {
    const { key } = await server.key(await server.tenant('Acme'), 'test');
    const load = new Load(server, key, await through(server.url));
    load.seat(tables);
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
