// What the store holds of the rooms that clients played in, read over REST.

import { moveText } from './recorder.js';

/** Returns a map from rooms to what the checker needs to know of them. */
export async function recordsOf(server, key, journals) {
  const rooms = new Set(journals.flat().map(({ room }) => room).filter(Boolean));
  const records = new Map();
  for (const room of rooms) {
    const { status, body } = await server.call('GET', `/v1/games/${room}`, { key });
    records.set(room, status === 200 ? recordOf(body) : undefined);
  }
  return records;
}

function recordOf({ moveHistory, result, endedAt }) {
  const moves = moveHistory.map((entry) => ({ move: moveText(entry), player: entry.playerId }));
  return { moves, result, endedAt: endedAt && Date.parse(endedAt) };
}
