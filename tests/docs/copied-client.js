// A client that does nothing but what the event reference says: its code is copied from the page.

import { PATIENCE } from '../e2e/player.js';
import { load } from './installed.js';
import { html } from './site.js';

const { io } = (await load('socket.io-client')).default;

/** The ids of the examples, in place of which a reader puts those of the own game. */
const EXAMPLE = { roomId: '"room_Zk3vQ1mB7xT0aYwL5sHd9E"', playerId: '"user_123"', reconnectToken: '"rt_4Jm1yX0cWq7"' };

/** The code of the page: for each game what is sent and heard, by the name of the event. */
export async function copied() {
  const page = await html('events');
  const found = page.matchAll(/<figure data-action="(\w+)" data-event="([^"]+)" data-games="([^"]+)"[^>]*>.*?<code>([^]*?)<\/code>/g);
  const games = new Map();
  for (const [, action, event, names, code] of found) {
    for (const game of names.split(' ')) {
      const known = games.get(game) ?? { send: new Map(), hear: new Map() };
      known[action].set(event, code.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&'));
      games.set(game, known);
    }
  }
  return games;
}

export class CopiedClient {
  #code;
  #heard = [];
  #waiting = [];
  socket;
  /** The last `game:started`. */
  game = null;
  /** The secret of the seat, which only guests have. */
  token;

  static async connect(url, game, code, use) {
    const client = new CopiedClient();
    client.#code = code;
    client.used = use;
    client.socket = io(`${url}/${game}`, { forceNew: true, reconnection: false, transports: ['websocket'] });
    const console = { log: (name, fields) => client.#hear(name, fields) };
    for (const text of code.hear.values()) new Function('socket', 'console', text)(client.socket, console);
    client.socket.on('game:started', ({ reconnectToken }) => (client.token = reconnectToken));
    await new Promise((resolve, reject) => client.socket.on('connect', resolve).on('connect_error', reject));
    return client;
  }

  #hear(name, fields) {
    this.used.heard.add(name);
    if (name === 'game:started') this.game = fields;
    this.#heard.push([name, fields]);
    this.#waiting.splice(0).forEach((look) => look());
  }

  /** The next event of this name that was not taken yet. */
  async hears(name) {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const index = this.#heard.findIndex(([heard]) => heard === name);
      if (index >= 0) return this.#heard.splice(index, 1)[0][1];
      if (Date.now() > deadline) throw new Error(`${name} was not heard`);
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#waiting.push(() => (clearTimeout(timer), resolve()));
      });
    }
  }

  /** Runs the code that sends this event, with the ids of the own game and other changes of its text; gives the answer. */
  send(name, ids = {}, change = (text) => text) {
    const known = { ...this.game, ...ids };
    const filled = Object.entries(EXAMPLE).reduce((text, [field, example]) => text.replaceAll(example, JSON.stringify(known[field])), this.#code.send.get(name));
    return new Promise((resolve) => {
      const answered = (answer) => {
        if (answer.ok) this.used.sent.add(name);
        resolve(answer);
      };
      new Function('socket', 'console', change(filled))(this.socket, { log: answered });
    });
  }

  close() {
    this.socket.close();
  }
}
