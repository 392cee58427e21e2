// A tenant's own server: it receives webhooks, answers as it is told and remembers what came.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { PATIENCE } from './player.js';

export class Receiver {
  received = [];
  #waiting = [];
  #read = 0;
  answer = () => 200;

  static async start() {
    const receiver = new Receiver();
    receiver.http = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const raw = Buffer.concat(parts).toString();
      receiver.received.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      response.writeHead(receiver.answer(receiver.received.length)).end();
      receiver.#waiting.splice(0).forEach((wake) => wake());
    });
    await new Promise((resolve) => receiver.http.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url() {
    return `http://127.0.0.1:${this.http.address().port}/hook`;
  }

  /** The next webhook that was not read yet. */
  async next() {
    const patience = Date.now() + PATIENCE;
    while (this.#read >= this.received.length) {
      const left = patience - Date.now();
      assert.ok(left > 0, `a webhook did not come; heard ${this.received.map(({ body }) => body.event)}`);
      let timer;
      await Promise.race([
        new Promise((resolve) => this.#waiting.push(resolve)),
        new Promise((resolve) => (timer = setTimeout(resolve, left))),
      ]);
      clearTimeout(timer);
    }
    return this.received[this.#read++];
  }

  /** Reads so many webhooks and gives their names. */
  async names(count) {
    const names = [];
    while (names.length < count) names.push((await this.next()).body.event);
    return names;
  }

  stop() {
    this.http.closeAllConnections();
    this.http.close();
  }
}
