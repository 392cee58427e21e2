// The webhook receiver fails in every way while the server is restarted: each end of a game arrives, with one id.

import { Receiver } from '../receiver.js';
import { make, play } from '../scene.js';
import { recordsOf } from '../store.js';

export const name = 'webhook receiver';

export async function run({ short }) {
  // What is in flight at a kill is sent again after half a minute, too long for the short form.
  const [rounds, signal] = short ? [1, 'SIGTERM'] : [6, 'SIGKILL'];
  const receiver = await Receiver.start();
  try {
    return await play({
      settings: { 'webhooks.allow_private': true, 'webhooks.allow_http': true },
      tables: 8,
      async fault({ server, load }) {
        const body = { url: receiver.url, events: ['session.started', 'game.ended'] };
        const { status } = await server.call('PUT', '/v1/webhooks/endpoint', { key: load.key, body });
        make(status === 200, 'the receiver was refused');
        for (let round = 0; round < rounds; round += 1) {
          receiver.gentle = false;
          await load.progress(150);
          await server.restart(signal);
          await load.progress(150);
          const { down: _, ...treatments } = receiver.given;
          await load.until('every treatment', () => Object.keys(treatments).every((treatment) => receiver.given[treatment] > round));
          // An event that fails twice is sent again only after half a minute, so one fault at a time.
          receiver.gentle = true;
          await load.until('second attempts', () => receiver.owed.size === 0);
          await receiver.down();
          await load.progress(100);
          await server.restart(signal);
          await receiver.up();
        }
        await load.finish();
        const records = await recordsOf(server, load.key, load.journals);
        await load.until(`news of ${records.size} ends`, () => missing(receiver, records).length === 0);
        checkEnds(receiver, records);
        const { error, slow, 'reply lost': lost, down } = receiver.given;
        for (const times of [error, slow, lost, down]) make(times > 0, JSON.stringify(receiver.given));
        return `${down} × down, ${error} × 500, ${slow} × slow, ${lost} × no reply; ${records.size} ends told, 0 missing`;
      },
    });
  } finally {
    await receiver.down();
  }
}

/** The finished games whose end the receiver has not accepted. */
function missing(receiver, records) {
  const taken = new Set(endsIn(receiver).filter((end) => end.taken).map((end) => end.room));
  return [...records.keys()].filter((room) => !taken.has(room));
}

/** An end has one id and one text, however often it was sent, and equals the stored one. */
function checkEnds(receiver, records) {
  const told = new Map();
  for (const { id, data, room } of endsIn(receiver)) {
    const text = `${id} ${data}`;
    if ((told.get(room) ?? text) !== text) throw new Error(`two ends were told: ${text} and ${told.get(room)}`);
    told.set(room, text);
    const [{ winner, reason }, { result }] = [JSON.parse(data), records.get(room)];
    if (winner !== result.winner || reason !== result.reason) throw new Error(`${room}: another end was told: ${data}`);
  }
}

function endsIn(receiver) {
  const ends = receiver.attempts.filter(({ event }) => event === 'game.ended');
  return ends.map((attempt) => ({ ...attempt, room: JSON.parse(attempt.data).roomId }));
}
