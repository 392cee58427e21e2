// A recorder: a stock Socket.IO client that reconnects automatically and records everything it sends and receives.

import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

// Uses the client installed for the end-to-end tests.
const { io } = createRequire(new URL('../e2e/package.json', import.meta.url))('socket.io-client');

/** The answer if the connection was lost before one came. */
export const LOST = Symbol('the connection was lost');

/** How long to wait before a temporary refusal is retried. */
export const A_MOMENT = 100;

export class Recorder {
  /** Everything in order: `{ at, kind, … }`. */
  journal = [];
  /** Counts the connections, so that a waiting caller notices that its own is gone. */
  connection = 0;
  done = false;
  #unanswered = new Set();

  constructor(url, game, auth = {}) {
    this.socket = io(`${url}/${game}`, {
      auth,
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 300,
      timeout: 5_000,
      transports: ['websocket'],
    });
    this.over = new Promise((resolve) => (this.finish = (how) => this.#finish(how, resolve)));
    this.socket.on('connect', () => {
      this.connection += 1;
      this.note('connected');
      this.arrive();
    });
    this.socket.on('disconnect', (reason) => {
      this.note('lost', { reason });
      for (const forget of this.#unanswered) forget(LOST);
    });
    this.socket.on('connect_error', (error) => {
      this.refuse('connect', error.data);
      // The client library takes any refusal for a final one, also "not now" of a server without its database.
      if (error.data?.code === 'unavailable') pause(A_MOMENT).then(() => this.done || this.socket.connect());
    });
    this.socket.onAny((name, payload) => {
      this.note('heard', heard(name, payload));
      this.hear(name, payload);
    });
  }

  note(kind, more = {}) {
    this.journal.push({ at: performance.now(), kind, ...more });
  }

  /** Emits and returns the acknowledgement, with the time of the request as `asked`, or `LOST`. */
  async ask(name, payload) {
    if (!this.socket.connected) return LOST;
    const asked = performance.now();
    let forget;
    const answer = await new Promise((resolve) => {
      forget = resolve;
      this.#unanswered.add(forget);
      this.socket.emit(name, payload, resolve);
    });
    this.#unanswered.delete(forget);
    if (answer === LOST) return LOST;
    if (!answer.ok) this.refuse(name, answer);
    return { ...answer, asked };
  }

  /** Repeats a request until the answer is anything but "not now". */
  async insist(name, payload) {
    const { connection } = this;
    for (;;) {
      const answer = await this.ask(name, payload);
      if (answer === LOST || answer.code !== 'unavailable') return answer;
      await pause(A_MOMENT);
      if (connection !== this.connection || this.done) return LOST;
    }
  }

  /** Records a refusal; a connection that could not be made is not a refusal. */
  refuse(event, answer) {
    if (!answer?.code) return;
    this.note('refused', { event, code: answer.code, error: answer.error });
    if (answer.code === 'token_expired') this.finish('expired');
  }

  /** Breaks the connection without closing it properly, as a network does; the client reconnects automatically. */
  break() {
    this.socket.io.engine?.close();
  }

  close() {
    this.done = true;
    this.socket.disconnect();
  }

  #finish(how, resolve) {
    this.done = true;
    resolve(how);
  }
}

/** What the checker needs of an event. */
export function heard(name, payload) {
  const { roomId: room, seq, winner, reason, moveHistory, afkWarning } = payload ?? {};
  const expiresAt = payload?.expiresAt ?? afkWarning?.expiresAt;
  const over = name === 'game:over' ? { winner, reason } : {};
  const moves = name === 'game:move:made' ? { ply: moveHistory.length - 1, move: moveText(moveHistory.at(-1)) } : {};
  const deadline = expiresAt === undefined ? {} : { expiresAt };
  return { name, room, seq, ...over, ...moves, ...deadline };
}

/** A move as text: as a client sent it, or as a history holds it. */
export function moveText({ position, move }) {
  return move === undefined ? `${position}` : `${move.from}-${move.to}:${(move.captures ?? []).join()}`;
}
