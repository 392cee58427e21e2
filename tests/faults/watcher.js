// A watcher: watches one game, and returns to it after every fault.

import { LOST, Recorder } from './recorder.js';

export class Watcher extends Recorder {
  /** Whether the game is being watched. */
  inSync = false;

  constructor(url, game, room) {
    super(url, game);
    this.room = room;
    this.socket.on('disconnect', () => (this.inSync = false));
  }

  async arrive() {
    const answer = await this.insist('game:spectate', { roomId: this.room, username: 'Eve' });
    if (answer !== LOST && answer.code === 'unknown_room') this.finish('ended while away');
  }

  hear(name) {
    if (name === 'game:spectate:joined') this.inSync = true;
    if (name === 'game:over') this.finish('over');
  }
}
