// Games that only a deadline can end: nobody moves, or one player has left. Each must end once, and in time.

import { stories } from './checker.js';
import { A_MOMENT } from './recorder.js';
import { Seat } from './seat.js';
import { setTimeout as pause } from 'node:timers/promises';

/** How much later than promised a game may end, in milliseconds, when nothing is wrong; the promise is one second. */
const SLACK = 3_000;

/** How long nodes take to notice that another one is gone, and to take its rooms over, in milliseconds. */
export const DEATH = 6_000;

/** How long a game waits for its deadline, in milliseconds, and longer. */
const LONGEST_GAME = 30_000;

/** How long nodes take to find a service that is back, in milliseconds. */
const RECOVERY = 6_000;

/** Tables whose games end by a deadline, one after another, until stopped. */
export class Deadlines {
  /** The journals of the players who stay. */
  journals = [];
  /** Sentences about players who were left without a game, or whose game did not end. */
  stuck = [];
  #present = new Set();
  #stopping = false;
  #tables;
  #games = 0;

  /** `load` has the key of the tenant and the address where players connect. */
  constructor(load, tables) {
    this.load = load;
    this.#tables = Array.from({ length: tables }, (_, number) => this.#playAt(number % 2 === 0));
  }

  /** Starts no more games and waits for the last to end. */
  async finish() {
    this.#stopping = true;
    const patience = pause(120_000, undefined, { ref: false });
    await Promise.race([Promise.all(this.#tables), patience]);
    this.stuck = [...this.#present].filter((seat) => !seat.done).map((seat) => seat.describe());
    for (const seat of this.#present) seat.close();
  }

  async #playAt(leaves) {
    while (!this.#stopping) {
      const tokens = await this.#newSession();
      if (tokens) await this.#playOnce(tokens, leaves);
      leaves = !leaves;
    }
  }

  async #newSession() {
    this.#games += 1;
    const players = ['idle', 'patient'].map((side) => ({ id: `${side}-${this.#games}` }));
    const body = { game: 'tictactoe', matchType: 'private', players };
    try {
      const answer = await this.load.server.call('POST', '/v1/sessions', { key: this.load.key, body });
      if (answer.status === 201) return answer.body.tokens;
    } catch {
      // Expected while nodes are down.
    }
    await pause(A_MOMENT);
  }

  /** One game; if the first player leaves, the reconnect window ends it, otherwise the idle clock. */
  async #playOnce(tokens, leaves) {
    const nobodyMoves = { holdAt: 0, think: () => 0, sent: () => {} };
    const seats = tokens.map(({ playerId, sessionToken }) => {
      return new Seat({ url: this.load.url, game: 'tictactoe', player: playerId, token: sessionToken, pace: nobodyMoves });
    });
    seats.forEach((seat) => this.#present.add(seat));
    const [leaver, stayer] = seats;
    const begun = Promise.all(seats.map((seat) => new Promise((resolve) => seat.onSync(resolve))));
    await Promise.race([begun, stayer.over]);
    this.journals.push(stayer.journal);
    if (leaves) leaver.close();
    else this.journals.push(leaver.journal);
    await Promise.all((leaves ? [stayer] : seats).map((seat) => seat.over));
    for (const seat of seats) {
      seat.close();
      this.#present.delete(seat);
    }
  }
}

/** What disturbed the servers: `{ kind, from, to }` in milliseconds since 1970. */
export class Disturbances {
  #list = [];

  /** Notes that something begins; the result notes its end. */
  begin(kind) {
    const disturbance = this.add(kind, Date.now(), Infinity);
    return () => (disturbance.to = Date.now());
  }

  add(kind, from, to) {
    this.#list.push({ kind, from, to });
    return this.#list.at(-1);
  }

  /** The latest moment at which a deadline may have its effect. */
  latest(deadline) {
    let due = deadline;
    for (const disturbance of [...this.#list].sort((one, other) => one.from - other.from)) {
      const [from, to] = effect(disturbance);
      if (STOPS_CLOCKS.has(disturbance.kind)) {
        // It counts if the game was waiting for its deadline, which earlier disturbances may have moved.
        if (from <= due && to >= deadline - LONGEST_GAME) due += to - from;
      } else if (from <= due && due <= to) {
        due = to;
      }
    }
    return due + SLACK;
  }
}

/** While nothing can be stored, the clocks of games stand still: without the database, and while a node that stands still holds it up. */
const STOPS_CLOCKS = new Set(['postgres', 'stop']);

/** From when until when a disturbance keeps deadlines from having their effect. */
function effect({ kind, from, to }) {
  if (kind === 'kill') return [from, from + DEATH];
  if (kind === 'stop') return [from, Math.min(to, from + DEATH)];
  return [from, to + RECOVERY];
}

/**
 * Judges journals of games that only a deadline can end. Returns the number of deadlines, the longest delay in milliseconds, and
 * sentences about those that were missed.
 */
export function judgeDeadlines(journals, records, disturbances) {
  const told = new Map();
  for (const { kind, room, expiresAt } of journals.flat()) {
    if (kind === 'heard' && expiresAt !== undefined) told.set(room, Math.max(expiresAt, told.get(room) ?? 0));
  }
  const missed = [];
  let longest = 0;
  for (const [room, deadline] of told) {
    const { result, endedAt } = records.get(room) ?? {};
    if (!result) missed.push(`${room}: it should have ended at ${time(deadline)}, and has not ended`);
    else if (endedAt > disturbances.latest(deadline)) missed.push(`${room}: ended ${endedAt - deadline} ms after its deadline, at ${time(endedAt)}${stories(room, journals)}`);
    longest = Math.max(longest, (endedAt ?? deadline) - deadline);
  }
  return { deadlines: told.size, longest, missed };
}

function time(milliseconds) {
  return new Date(milliseconds).toISOString();
}
