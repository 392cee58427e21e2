// A seat: a scripted player who plays on through faults and resends what was not acknowledged.

import { setTimeout as pause } from 'node:timers/promises';
import { story } from './checker.js';
import { A_MOMENT, LOST, moveText, Recorder } from './recorder.js';

/** The number of moves after which a game of checkers is resigned, so that games end during the test. */
const ENOUGH = 24;

export class Seat extends Recorder {
  room = null;
  moves = [];
  /** Whether the current state of the game is known. */
  inSync = false;
  /** The move that was sent and not yet acknowledged. */
  inFlight = null;
  #wish = null;
  #acknowledged = -1;
  #playing = false;
  #waiting = [];

  /** `pace` is shared by all seats: `holdAt`, `think`, which returns milliseconds, and `sent`, called for every move. */
  constructor({ url, game, player, token, pace }) {
    super(url, game, { token });
    Object.assign(this, { game, player, pace });
    this.socket.on('disconnect', () => {
      this.inSync = false;
      this.inFlight = null;
    });
  }

  /** Calls back when the state of the game is known for the first time. */
  onSync(callback) {
    this.#waiting.push(callback);
  }

  /** Whether a game is running here, with moves made and moves to come. */
  get inMidGame() {
    return !this.done && this.moves.length > 0;
  }

  /** Where this player is stuck, and what they did and heard last. */
  describe() {
    return `${this.player} is stuck in ${this.room ?? 'no room'}${story(this.journal)}`;
  }

  /** Takes the seat, for the first time or again. */
  async arrive() {
    const { connection } = this;
    while (connection === this.connection && !this.done) {
      const back = await this.insist('game:reconnect', { playerId: this.player });
      if (back === LOST || back.ok) return;
      if (back.code === 'reconnect_expired') return this.finish('ended while away');
      const joined = await this.insist('matchmaking:join', { username: this.player });
      if (joined === LOST || joined.ok) return;
      await pause(A_MOMENT);
    }
  }

  hear(name, payload) {
    if (name === 'game:started' || name === 'game:reconnected') {
      this.room = payload.roomId;
      this.index = payload.players.findIndex(({ id }) => id === this.player);
      this.moves = payload.moveHistory ?? [];
      // What was refused before may be sent again.
      this.#acknowledged = this.moves.length - 1;
      this.inSync = true;
      this.#waiting.splice(0).forEach((callback) => callback());
      this.play();
    } else if (name === 'game:move:made') {
      this.moves = payload.moveHistory;
      this.play();
    } else if (name === 'game:over') {
      this.finish('over');
    } else if (name === 'matchmaking:already_started') {
      this.arrive();
    } else if (name === 'game:error') {
      this.refuse(payload.event, payload);
      if (payload.event === 'matchmaking:join') pause(A_MOMENT).then(() => this.arrive());
    }
  }

  /** Plays while it is our turn. */
  async play() {
    if (this.#playing) return;
    this.#playing = true;
    while (this.#mayMove()) {
      await pause(this.pace.think());
      if (this.#mayMove()) await this.#move();
    }
    this.#playing = false;
  }

  #mayMove() {
    const ply = this.moves.length;
    const ours = ply % 2 === this.index && ply > this.#acknowledged && ply < this.pace.holdAt;
    const full = this.game === 'tictactoe' && ply === 9; // the end is about to be sent
    return ours && !full && this.inSync && !this.done;
  }

  async #move() {
    const here = { roomId: this.room, playerId: this.player };
    const ply = this.moves.length;
    if (this.game === 'checkers' && ply >= ENOUGH) return void (await this.#resign(here, ply));
    if (this.#wish?.ply !== ply) {
      const wish = this.game === 'checkers' ? await this.#anyMove(here) : anyCell(this.moves);
      if (wish === LOST) return;
      this.#wish = { ...wish, ply };
    }
    const sent = { room: this.room, ply, move: moveText(this.#wish) };
    this.note('sent', sent);
    this.inFlight = { ...sent, ends: this.game === 'tictactoe' && ends(this.moves, this.#wish.position) };
    const answered = this.insist('game:move', { ...here, ...this.#wish });
    if (this.socket.connected) this.pace.sent();
    const answer = await answered;
    this.inFlight = null;
    if (answer === LOST) return;
    this.#acknowledged = ply;
    if (answer.ok) this.note('acknowledged', { ...sent, asked: answer.asked });
  }

  async #anyMove(here) {
    const answer = await this.insist('game:get_moves', here);
    // A game that has just ended has no moves.
    if (answer === LOST || !answer.ok || answer.moves.length === 0) return LOST;
    return { move: answer.moves[Math.floor(Math.random() * answer.moves.length)] };
  }

  async #resign(here, ply) {
    this.inFlight = { room: this.room, ply, ends: true };
    const answered = this.insist('game:resign', here);
    if (this.socket.connected) this.pace.sent();
    const answer = await answered;
    this.inFlight = null;
    if (answer !== LOST) this.#acknowledged = ply;
  }
}

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** Whether a mark on this cell ends a game of tic-tac-toe. */
function ends(moves, position) {
  const own = new Set([...moves.filter((_, ply) => ply % 2 === moves.length % 2).map((move) => move.position), position]);
  return moves.length === 8 || LINES.some((line) => line.every((cell) => own.has(cell)));
}

function anyCell(moves) {
  const taken = new Set(moves.map(({ position }) => position));
  const free = [...Array(9).keys()].filter((cell) => !taken.has(cell));
  return { position: free[Math.floor(Math.random() * free.length)] };
}
