// A player: a stock Socket.IO client that remembers what it heard until the test asks for it.

import assert from 'node:assert/strict';
import { io } from 'socket.io-client';

/** How long anything may take before a test gives up; far longer than anything takes on a busy machine. */
export const PATIENCE = 180_000;

const open = new Set();

export class Player {
  #unread = [];
  #waiting = [];
  heard = [];

  /** Connects to a namespace; the options are those of socket.io-client. */
  static async connect(server, game = 'tictactoe', options = {}) {
    const player = new Player(server, game, options);
    await player.connected();
    return player;
  }

  /** What a refused connection is told: the `connect_error`. */
  static async refused(server, game, options) {
    const player = new Player(server, game, options);
    const error = await new Promise((resolve, reject) => {
      player.socket.once('connect_error', resolve);
      player.socket.once('connect', () => reject(new Error('the connection was let in')));
    });
    player.close();
    return error;
  }

  constructor(server, game, options) {
    this.socket = io(`${server.url}/${game}`, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      ...options,
    });
    open.add(this.socket);
    this.socket.onAny((name, payload) => this.#hear({ name, payload }));
    this.socket.on('disconnect', (reason) => this.#hear({ name: 'disconnect', payload: reason }));
  }

  async connected() {
    if (this.socket.connected) return;
    await within(`the connection`, (resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('connect_error', reject);
    });
  }

  /** The next unread event of that name that fits; reads it. */
  async next(name, fits = () => true) {
    return (await this.either([name], fits)).payload;
  }

  /** The next unread event of one of these names that fits: `{ name, payload }`. */
  async either(names, fits = () => true) {
    const wanted = (event) => names.includes(event.name) && fits(event.payload);
    const found = this.#unread.findIndex(wanted);
    if (found >= 0) return this.#unread.splice(found, 1)[0];
    return within(names.join(' or '), (resolve) => this.#waiting.push({ wanted, resolve }), () => this.heard);
  }

  /** Whether an event of that name lies unread. */
  has(name) {
    return this.#unread.some((event) => event.name === name);
  }

  /** Emits with an acknowledgement and gives it. */
  async ask(event, payload) {
    return within(`the answer to ${event}`, (resolve) => this.socket.emit(event, payload, resolve), () => this.heard);
  }

  /** Emits with an acknowledgement, which must say that all is well. */
  async do(event, payload) {
    const answer = await this.ask(event, payload);
    assert.equal(answer.ok, true, `${event}: ${answer.error}`);
    return answer;
  }

  /** Emits without an acknowledgement. */
  tell(event, payload) {
    this.socket.emit(event, payload);
  }

  /** Takes the seat of a game that has begun, so that moves need no more than what they are about. */
  async started() {
    const game = await this.next('game:started');
    this.seat(game);
    return game;
  }

  /** Remembers room, name, and what opens the seat again. */
  seat({ roomId, playerId, reconnectToken }) {
    Object.assign(this, { roomId, playerId, reconnectToken });
  }

  /** Who sends it, and where. */
  get here() {
    return { roomId: this.roomId, playerId: this.playerId };
  }

  /** Plays a cell, or a move of checkers. */
  async play(move, more = {}) {
    const wish = typeof move === 'number' ? { position: move } : { move };
    return this.ask('game:move', { ...this.here, ...wish, ...more });
  }

  close() {
    open.delete(this.socket);
    this.socket.disconnect();
  }

  /** Breaks the line without a word, as a network does. */
  break() {
    open.delete(this.socket);
    this.socket.io.engine.close();
  }

  #hear(event) {
    this.heard.push(event);
    const waiting = this.#waiting.findIndex(({ wanted }) => wanted(event));
    if (waiting >= 0) this.#waiting.splice(waiting, 1)[0].resolve(event);
    else this.#unread.push(event);
  }
}

/** Two guests at one board, the first mover first. */
export async function pair(server, game = 'tictactoe', join = {}, options = {}) {
  const first = await Player.connect(server, game, options);
  await first.do('matchmaking:join', { username: 'Ada', ...join });
  const second = await Player.connect(server, game, options);
  await second.do('matchmaking:join', { username: 'Ben', ...join });
  await Promise.all([first.started(), second.started()]);
  return [first, second];
}

/** A guest against a bot. */
export async function againstBot(server, game, botDifficulty, join = {}) {
  const player = await Player.connect(server, game);
  await player.do('matchmaking:join', { username: 'Ada', wantsBot: true, botDifficulty, ...join });
  await player.started();
  return player;
}

/** A player with a session token, connected and not yet in a queue. */
export async function holder(server, token, game = 'tictactoe', options = {}) {
  return Player.connect(server, game, { auth: { token }, ...options });
}

/** Hangs up whatever a test left open, and waits until the server has noticed. */
export async function hangUp(server) {
  for (const socket of open) socket.disconnect();
  open.clear();
  const quiet = /^parlour_queue_waiting 0\n(.*\n)*parlour_sockets 0$/m;
  const sorted = async () => (await server.metrics()).split('\n').sort().join('\n');
  const patience = Date.now() + PATIENCE;
  while (!quiet.test(await sorted())) assert.ok(Date.now() < patience, 'the server does not notice who is gone');
}

/** A refusal: not ok, this code, and a sentence. */
export function refusedWith(answer, code) {
  assert.equal(answer.ok, false, `expected a refusal, got ${JSON.stringify(answer)}`);
  assert.equal(answer.code, code, answer.error);
  assert.equal(typeof answer.error, 'string');
  assert.ok(answer.error.length > 0);
}

/** The answer to an attempt that a bound refuses; nodes hear of each other a moment later, so that several let some more through. */
export async function refusedSoon(server, attempt) {
  let answer = await attempt();
  for (let tries = 1; answer.ok && tries < 10 * (server.nodes.length - 1); tries += 1) answer = await attempt();
  return answer;
}

/** The state of a room as a newcomer sees it. */
export async function seen(server, game, roomId) {
  const watcher = await Player.connect(server, game);
  await watcher.do('game:spectate', { roomId, username: 'Eve' });
  const state = await watcher.next('game:spectate:joined');
  watcher.close();
  return state;
}

async function within(what, start, heard = () => []) {
  let timer;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => {
        const names = heard().map((event) => event.name);
        reject(new Error(`${what} did not come; heard ${names.join(', ') || 'nothing'}`));
      }, PATIENCE);
      start(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
