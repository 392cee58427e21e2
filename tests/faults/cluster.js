// A scene on several nodes that share PostgreSQL and Redis, all clients on random nodes.

import { judge } from './checker.js';
import { Deadlines, Disturbances, judgeDeadlines } from './deadlines.js';
import { play } from './scene.js';
import { Postgres, Redis } from './services.js';
import { recordsOf } from './store.js';

const NODES = 3;

/** How many games wait for a deadline at a time. */
const DEADLINES = 4;

/** Clients notice soon that a node has stopped; deadlines pass during the test, but not while a client is on its way to another node. */
const SETTINGS = {
  'times.ping_interval': '2s',
  'times.ping_timeout': '3s',
  'times.reconnect_window': '25s',
  'times.idle.tictactoe.timeout': '25s',
  'times.idle.tictactoe.warning': '24s',
  'times.idle.checkers.timeout': '25s',
  'times.idle.checkers.warning': '24s',
};

/**
 * Plays a scene: `fault({ server, load, postgres, redis, disturbances })` injects the faults, makes sure that they happened, and
 * describes them. Besides the tables of `load` there are some whose games end by a deadline.
 */
export async function playOnCluster({ settings = {}, tables = 8, fault }) {
  const postgres = await Postgres.start();
  const redis = await Redis.start();
  const disturbances = new Disturbances();
  let deadlines;
  let overdue;
  try {
    const verdict = await play({
      settings: { ...SETTINGS, ...settings },
      place: { nodes: NODES, store: postgres.url, redis: redis.url },
      tables,
      async fault({ server, load }) {
        deadlines = new Deadlines(load, DEADLINES);
        try {
          const happened = await fault({ server, load, postgres, redis, disturbances });
          await Promise.all([load.finish(), deadlines.finish()]);
          return happened;
        } finally {
          // A process that stands still could not be ended.
          server.nodes.filter((node) => node.isRunning).forEach((node) => node.signal('SIGCONT'));
        }
      },
      async check({ server, key }) {
        const records = await recordsOf(server, key, deadlines.journals);
        const ends = endsOf(deadlines.journals, records);
        const other = [...ends.other, ...deadlines.stuck];
        overdue = { ...judgeDeadlines(deadlines.journals, records, disturbances), ...ends, other };
      },
    });
    return combined(verdict, overdue);
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

/** Waits until every node sees that many nodes. */
export async function untilNodes(load, server, count) {
  const sees = async (node) => new RegExp(`^parlour_nodes ${count}$`, 'm').test(await node.metrics().catch(() => ''));
  await load.until(`${count} nodes`, async () => (await Promise.all(server.nodes.map(sees))).every(Boolean));
}

/** Starts an ended node again, as a service manager does: until it succeeds, for it fails without the database. */
export async function revive(load, node) {
  await load.until('a node that starts', () => node.start().then(() => true, () => false));
}

/** A random node. */
export function anyNode(server) {
  return server.nodes[Math.floor(Math.random() * server.nodes.length)];
}

/** What the checker says of games that a deadline ended; that nobody moved is what they are about. */
function endsOf(journals, records) {
  const { lost, repeated, twice, untold, other } = judge(journals, records);
  return { lost, repeated, twice, untold, other: other.filter((sentence) => !/ stuck after /.test(sentence)) };
}

function combined(verdict, overdue) {
  const { deadlines, longest, missed, ...lists } = overdue;
  const sums = Object.entries(lists).map(([kind, list]) => [kind, [...verdict[kind], ...list]]);
  const happened = `${verdict.happened}; ${deadlines} deadlines, the latest after ${(longest / 1000).toFixed(1)} s`;
  return { ...verdict, ...Object.fromEntries(sums), happened, missed };
}
