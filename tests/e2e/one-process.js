// The tests about one process, which are left out where several nodes serve the suite: the whole list, with the reasons.

import { TEST_NODES } from './server.js';

const REASONS = {
  memory: 'the memory of one process is measured',
  openFiles: 'the open files of one process are limited',
  connections: 'each node has its own limit of connections',
  operatorRequests: 'each node counts requests for its health and for documents itself',
  roomsAtRematch: 'each node counts the rooms of a tenant when a rematch begins',
  connectedIds: 'the id of a guest who neither waits nor plays is known to their own node',
  streams: 'each node counts the streams of a tenant itself',
  cachedAnswers: 'each node keeps its own answers for a while',
  figures: 'each node counts what it has in memory, and a room may be in several',
  pause: 'a node that stood still for long closes its sockets: cluster.test.js',
  lastWords: 'the balancer of the tests loses the last words of a node to a client that is still sending',
  tlsPolling: 'the balancer cannot read the session of a polling request in TLS',
};

/** The option of a test about one process. */
export function oneProcess(reason) {
  return { skip: TEST_NODES > 1 && REASONS[reason] };
}
