// The load: tables of scripted players who play one game after another until told to stop.

import { setTimeout as pause } from 'node:timers/promises';
import { A_MOMENT } from './recorder.js';
import { Seat } from './seat.js';
import { Watcher } from './watcher.js';

/** How long anything may take, the end of the last games too; far longer than on a busy machine, so that what is open then is stuck. */
const PATIENCE = 180_000;

export class Load {
  /** The journals of all clients there ever were. */
  journals = [];
  /** The clients of the games that go on. */
  #present = new Set();
  #stopping = false;
  #games = 0;
  #tables = [];
  #sent = [];
  pace = { holdAt: Infinity, think: () => Math.random() * 20, sent: () => this.#sent.splice(0).forEach((wake) => wake()) };

  /** `url` is where the players connect, which may be a proxy in front of the server. */
  constructor(server, key, url = server.url) {
    Object.assign(this, { server, key, url });
  }

  /**
   * Sets up tables; every fourth plays checkers, every second has a watcher. With `regulars` the same two players play all games
   * of a table, each with a session of its own.
   */
  seat(tables, { regulars = false } = {}) {
    for (let number = 0; number < tables; number += 1) {
      const game = number % 4 === 3 ? 'checkers' : 'tictactoe';
      this.#tables.push(this.#playAt(game, number % 2 === 1, regulars ? `table${number}` : undefined));
    }
  }

  /** The players of the games that go on. */
  get seats() {
    return [...this.#present].filter((client) => client instanceof Seat);
  }

  /** The watchers of the games that go on. */
  get watchers() {
    return [...this.#present].filter((client) => client instanceof Watcher);
  }

  /** Whether all tables have a game with moves made, nothing on its way, and whoever watches it. */
  isHeld(tables) {
    const quiet = (seat) => seat.inSync && seat.inMidGame && seat.moves.length >= this.pace.holdAt && !seat.inFlight;
    const watching = this.watchers.filter((watcher) => watcher.inSync).length === Math.floor(tables / 2);
    return watching && this.seats.length === 2 * tables && this.seats.every(quiet);
  }

  /** How many moves were acknowledged so far. */
  get acknowledged() {
    return this.#count('acknowledged');
  }

  /** How many refusals with this code there were so far. */
  refusals(code) {
    return this.#count('refused', (entry) => entry.code === code);
  }

  /** How many of these events were heard so far. */
  heard(name) {
    return this.#count('heard', (entry) => entry.name === name);
  }

  /** How many moves wait for an answer at this moment. */
  get inFlight() {
    return this.seats.filter((seat) => seat.inFlight).length;
  }

  /**
   * Waits until a move has been sent and not yet acknowledged, and gives the number of such moves. No answer is read between that
   * moment and the next step of the caller, so a fault that is made in that step finds the moves in flight.
   */
  async moveInFlight() {
    while (this.inFlight === 0) {
      const sent = new Promise((resolve) => this.#sent.push(resolve));
      await orFail('a move in flight', sent);
    }
    return this.inFlight;
  }

  /** Waits until something that ends a game has been sent and not yet acknowledged, as `moveInFlight` does. */
  async endInFlight() {
    const ends = () => this.seats.filter((seat) => seat.inFlight?.ends).length;
    while (ends() === 0) await orFail('an end in flight', new Promise((resolve) => this.#sent.push(resolve)));
    return ends();
  }

  /** Lets a player of a running game lose the line until told to connect again, and waits until the opponent has heard of it. */
  async absentPlayer() {
    for (;;) {
      // Both are there: an opponent who is not back from a restart would hear of nothing.
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
      gone.socket.connect(); // that game was over in the same moment
    }
  }

  /** How many games are in their middle at this moment. */
  get inMidGame() {
    return new Set(this.seats.filter((seat) => seat.inMidGame).map((seat) => seat.room)).size;
  }

  /** Waits until so many more moves are acknowledged. */
  async progress(moves) {
    const enough = this.acknowledged + moves;
    await this.until(`${moves} more moves`, () => this.acknowledged >= enough);
  }

  /** Waits for something that must come. */
  async until(what, come, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (!(await come())) {
      if (Date.now() > end) throw new Error(`${what} did not come`);
      await pause(10);
    }
  }

  /** Lets held games go on. */
  release() {
    this.pace.holdAt = Infinity;
    for (const seat of this.seats) seat.play();
  }

  /** Begins no more games and waits for the last to end. */
  async finish() {
    this.#stopping = true;
    // A game that does not end is found by the checker, which says what it knows of it.
    await orFail('the end of the last games', Promise.all(this.#tables)).catch(() => {});
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
      // The server is down, which is what we are here for.
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

/** Waits for something that must come. */
async function orFail(what, promise) {
  const stop = new AbortController();
  const late = pause(PATIENCE, undefined, { signal: stop.signal }).then(() => Promise.reject(new Error(`${what} did not come`)));
  late.catch(() => {}); // it came, and the timer is stopped
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
