// A scene: a server under load, a fault, and the verdict on what clients received.

import { Server } from '../e2e/server.js';
import { judge } from './checker.js';
import { Load } from './load.js';
import { recordsOf } from './store.js';

/** Settings under which no one loses because of a slow machine: a forfeit is then a server error. */
const PATIENT = {
  'times.token_life': '1h',
  'times.reconnect_window': '10m',
  'times.idle.tictactoe.timeout': '10m',
  'times.idle.tictactoe.warning': '1m',
  'times.idle.checkers.timeout': '10m',
  'times.idle.checkers.warning': '1m',
};

/** Settings under which a player who could not play for longer than `TOO_LONG` loses, if that time counted. */
export const IMPATIENT = {
  'times.reconnect_window': '10s',
  'times.idle.tictactoe.timeout': '10s',
  'times.idle.tictactoe.warning': '5s',
  'times.idle.checkers.timeout': '10s',
  'times.idle.checkers.warning': '5s',
};

/** Milliseconds, longer than every timeout of `IMPATIENT`. */
export const TOO_LONG = 14_000;

/** Thrown if a fault cannot be injected on this machine. */
export class Skipped extends Error {}

/**
 * Plays a scene: `fault({ server, load })` injects the fault, makes sure that it happened, and describes it. `through` may wrap
 * the address of the server, as a proxy does; `regulars` play all games of their table. `check({ server, key })` is called when the
 * server has been killed and started once more.
 */
export async function play({ settings = {}, place = {}, tables, regulars, through = (url) => url, fault, check = () => {} }) {
  const server = await Server.start({ ...PATIENT, ...settings }, place);
  let verdict;
  try {
    const { key } = await server.key(await server.tenant('Acme'), 'test');
    const load = new Load(server, key, await through(server.url));
    load.seat(tables, { regulars });
    const happened = await fault({ server, load });
    await load.finish();
    // What counts is what a fresh server finds on the disk.
    await server.restart('SIGKILL');
    await check({ server, key });
    verdict = { happened, ...judge(load.journals, await recordsOf(server, key, load.journals)) };
    verdict.other.push(...load.stuck);
  } catch (error) {
    // After a fault that went wrong the server may not stop properly either; what counts is the first error.
    await server.stop().catch(() => {});
    throw error;
  }
  await server.stop();
  return verdict;
}

/** Fails the scene unless the fault really happened. */
export function make(sure, what) {
  if (!sure) throw new Error(`the fault did not happen: ${what}`);
}
