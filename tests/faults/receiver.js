// A webhook receiver that is slow, fails, disconnects and goes away, and records what it accepted.

import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How every tenth new event and its neighbours are treated; the others are accepted at once. */
const TREATMENTS = { 1: 'error', 4: 'slow', 7: 'reply lost' };

export class Receiver {
  /** Every attempt: `{ id, event, data, taken }`. */
  attempts = [];
  /** How often each treatment was applied. */
  given = { error: 0, slow: 0, 'reply lost': 0, down: 0 };
  /** While it is gentle, it accepts everything at once. */
  gentle = true;
  /** The events that must be sent again. */
  owed = new Set();
  #known = new Set();
  #http;

  static async start() {
    const receiver = new Receiver();
    await receiver.up(0);
    receiver.port = receiver.#http.address().port;
    receiver.url = `http://127.0.0.1:${receiver.port}/hook`;
    return receiver;
  }

  /** Starts listening, also again. */
  async up(port = this.port) {
    this.#http = createServer((request, response) => this.#take(request, response));
    await new Promise((resolve) => this.#http.listen(port, '127.0.0.1', resolve));
  }

  /** Stops listening and drops its connections. */
  async down() {
    this.given.down += 1;
    const closed = new Promise((resolve) => this.#http.close(resolve));
    this.#http.closeAllConnections();
    await closed;
  }

  async #take(request, response) {
    const parts = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      return; // the sender was killed
    }
    const { id, event, data } = JSON.parse(Buffer.concat(parts).toString());
    const treatment = this.#treatment(id);
    if (treatment === 'slow') await pause(1_000);
    if (treatment === 'reply lost') response.destroy();
    else response.writeHead(treatment === 'error' ? 500 : 200).end();
    this.attempts.push({ id, event, data: JSON.stringify(data), taken: treatment !== 'error' });
  }

  #treatment(id) {
    this.owed.delete(id);
    const isNew = !this.#known.has(id);
    this.#known.add(id);
    const treatment = isNew && !this.gentle ? TREATMENTS[this.#known.size % 10] : undefined;
    if (treatment) this.given[treatment] += 1;
    if (treatment === 'error' || treatment === 'reply lost') this.owed.add(id);
    return treatment;
  }
}
