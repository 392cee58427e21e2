// The load: tables of scripted players who play one game after another until stopped.

import { setTimeout as pause } from 'node:timers/promises';
import { A_MOMENT } from './recorder.js';
import { Seat } from './seat.js';
import { Watcher } from './watcher.js';

/** How long anything may take, including the last games; far longer than on a busy machine, so what is still open then is stuck. */
const PATIENCE = 180_000;

export class Load {
  /** The journals of all clients. */
  journals = [];
  /** The clients of running games. */
  #present = new Set();
  /** Sentences about players who were left without a game, or whose game did not end. */
  stuck = [];
  #finished;
  #stopping = false;
  #games = 0;
  #tables = [];
  #sent = [];
  pace = { holdAt: Infinity, think: () => Math.random() * 20, sent: () => this.#sent.splice(0).forEach((wake) => wake()) };

  /** `url` is where the players connect, possibly a proxy in front of the server. */
  constructor(server, key, url = server.url) {
    Object.assign(this, { server, key, url });
  }

  /**
   * Sets up tables; every fourth plays checkers, every second has a watcher. With `regulars` the same two players play all games
   * of a table, with a new session for each.
   */
  seat(tables, { regulars = false } = {}) {
    for (let number = 0; number < tables; number += 1) {
      const game = number % 4 === 3 ? 'checkers' : 'tictactoe';
      this.#tables.push(this.#playAt(game, number % 2 === 1, regulars ? `table${number}` : undefined));
    }
  }

  /** The players of running games. */
  get seats() {
    return [...this.#present].filter((client) => client instanceof Seat);
  }

  /** The watchers of running games. */
  get watchers() {
    return [...this.#present].filter((client) => client instanceof Watcher);
  }

  /** Whether every table has a game with moves made, nothing in flight, and its watcher present. */
  isHeld(tables) {
    const quiet = (seat) => seat.inSync && seat.inMidGame && seat.moves.length >= this.pace.holdAt && !seat.inFlight;
    const watching = this.watchers.filter((watcher) => watcher.inSync).length === Math.floor(tables / 2);
    return watching && this.seats.length === 2 * tables && this.seats.every(quiet);
  }

  /** The number of acknowledged moves so far. */
  get acknowledged() {
    return this.#count('acknowledged');
  }

  /** The number of refusals with this code so far. */
  refusals(code) {
    return this.#count('refused', (entry) => entry.code === code);
  }

  /** How many of these events were received so far. */
  heard(name) {
    return this.#count('heard', (entry) => entry.name === name);
  }

  /** The number of moves in flight. */
  get inFlight() {
    return this.seats.filter((seat) => seat.inFlight).length;
  }

  /**
   * Waits until a move has been sent and not yet acknowledged, and returns the number of such moves. No answer is read between
   * that moment and the next step of the caller, so a fault injected in that step finds the moves in flight.
   */
  async moveInFlight() {
    while (this.inFlight === 0) {
      const sent = new Promise((resolve) => this.#sent.push(resolve));
      await orFail('a move in flight', sent);
    }
    return this.inFlight;
  }

  /** Waits until a move that ends a game is in flight, as `moveInFlight` does. */
  async endInFlight() {
    const ends = () => this.seats.filter((seat) => seat.inFlight?.ends).length;
    while (ends() === 0) await orFail('an end in flight', new Promise((resolve) => this.#sent.push(resolve)));
    return ends();
  }

  /** Disconnects a player of a running game until told to reconnect, and waits until the opponent is notified. */
  async absentPlayer() {
    for (;;) {
      // Both are connected: an opponent who is not back from a restart would receive nothing.
      const isHere = (seat) => seat.inMidGame && seat.inSync;
      const opponent = (seat) => this.seats.find((other) => other.room === seat.room && other !== seat);
      const playing = () => this.seats.find((seat) => isHere(seat) && opponent(seat) && isHere(opponent(seat)));
      await this.until('a game in its middle', playing);
      const gone = playing();
      const heard = this.heard('player:disconnected');
      const hasEnded = () => this.seats.filter((seat) => seat.room === gone.room).some((seat) => seat.done);
      gone.socket.disconnect();
      await this.until('player:disconnected', () => hasEnded() || this.heard('player:disconnected') > heard);
      if (this.heard('player:disconnected') > heard) return gone;
      gone.socket.connect(); // that game has just ended
    }
  }

  /** The number of games in their middle. */
  get inMidGame() {
    return new Set(this.seats.filter((seat) => seat.inMidGame).map((seat) => seat.room)).size;
  }

  /** Waits until this many more moves are acknowledged. */
  async progress(moves) {
    const enough = this.acknowledged + moves;
    await this.until(`${moves} more moves`, () => this.acknowledged >= enough);
  }

  /** Waits for a condition that must come true. */
  async until(what, come, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (!(await come())) {
      if (Date.now() > end) throw new Error(`${what} did not come`);
      await pause(10);
    }
  }

  /** Resumes held games. */
  release() {
    this.pace.holdAt = Infinity;
    for (const seat of this.seats) seat.play();
  }

  /** Starts no more games and waits for the last to end. */
  finish() {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  async #finish() {
    this.#stopping = true;
    await orFail('the end of the last games', Promise.all(this.#tables)).catch(() => {
      this.stuck = this.seats.filter((seat) => !seat.done).map((seat) => seat.describe());
    });
    for (const client of this.#present) client.close();
  }

  async #playAt(game, watched, names) {
    while (!this.#stopping) {
      const tokens = await this.#newSession(game, names);
      if (tokens) await this.#playOnce(game, tokens, watched);
    }
  }

  async #newSession(game, names) {
    this.#games += 1;
    const players = ['first', 'second'].map((side) => ({ id: `${side}-${names ?? this.#games}` }));
    const body = { game, matchType: 'private', players, spectators: 'link' };
    try {
      const answer = await this.server.call('POST', '/v1/sessions', { key: this.key, body });
      if (answer.status === 201) return answer.body.tokens;
    } catch {
      // Expected while the server is down.
    }
    await pause(A_MOMENT);
  }

  async #playOnce(game, tokens, watched) {
    const { url, pace } = this;
    const seats = tokens.map(({ playerId, sessionToken }) =>
      this.#enter(new Seat({ url, game, player: playerId, token: sessionToken, pace })),
    );
    const clients = [...seats];
    const begun = Promise.race(seats.map((seat) => new Promise((resolve) => seat.socket.once('game:started', resolve))));
    if (watched) {
      begun.then(({ roomId }) => {
        if (!seats.some((seat) => seat.done)) clients.push(this.#enter(new Watcher(this.server.url, game, roomId)));
      });
    }
    // A session that can no longer be joined has no game, and its other player waits in vain.
    const expired = Promise.race(seats.map(async (seat) => ((await seat.over) === 'expired' ? true : new Promise(() => {}))));
    await Promise.race([Promise.all(seats.map((seat) => seat.over)), expired]);
    await Promise.all(clients.slice(2).map((watcher) => watcher.over));
    for (const client of clients) {
      client.close();
      this.#present.delete(client);
    }
  }

  #enter(client) {
    this.#present.add(client);
    this.journals.push(client.journal);
    return client;
  }

  #count(kind, fits = () => true) {
    return this.journals.reduce((sum, journal) => sum + journal.filter((entry) => entry.kind === kind && fits(entry)).length, 0);
  }
}

/** Waits for a promise that must resolve. */
async function orFail(what, promise) {
  const stop = new AbortController();
  const late = pause(PATIENCE, undefined, { signal: stop.signal }).then(() => Promise.reject(new Error(`${what} did not come`)));
  late.catch(() => {}); // resolved in time; the timer is stopped
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
