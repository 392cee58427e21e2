// What the store holds of the rooms that clients played in, read over REST.

import { moveText } from './recorder.js';

/** Returns a map from rooms to what the checker needs to know of them. */
export async function recordsOf(server, key, journals) {
  const rooms = new Set(journals.flat().map(({ room }) => room).filter(Boolean));
  const records = new Map();
  for (const room of rooms) records.set(room, await recordFrom(server, key, room));
  return records;
}

/** The record of a room; undefined if the server does not know it. A server that cannot answer now is asked again. */
async function recordFrom(server, key, room) {
  for (;;) {
    const { status, body, text } = await server.call('GET', `/v1/games/${room}`, { key });
    if (status === 200) return recordOf(body);
    if (status === 404) return undefined;
    if (status !== 503) throw new Error(`GET /v1/games/${room}: ${status} ${text}`);
  }
}

function recordOf({ moveHistory, result, endedAt }) {
  const moves = moveHistory.map((entry) => ({ move: moveText(entry), player: entry.playerId }));
  return { moves, result, endedAt: endedAt && Date.parse(endedAt) };
}
