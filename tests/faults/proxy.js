// A TCP proxy that can fall silent: it keeps every connection open and forwards nothing.

import { createServer, connect } from 'node:net';
import { once } from 'node:events';

export class Proxy {
  #server;
  #lines = new Set();
  #inVain = null;
  #isCut = false;

  /** Listens on a free port and forwards everything to and from the address of `url`. */
  static async before(url) {
    const proxy = new Proxy();
    const { hostname, port } = new URL(url);
    proxy.#server = createServer((client) => {
      if (proxy.#isCut) client.on('error', () => {}).destroy();
      else if (proxy.#inVain) proxy.#inVain.push(client.on('error', () => {}));
      else proxy.#carry(client, connect(Number(port), hostname));
    });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}`;
    return proxy;
  }

  /** Falls silent, as if the cable was pulled: no connection is closed, and new ones get no answer. Returns the number of connections. */
  silence() {
    this.#inVain = [];
    const sound = [...this.#lines].filter((line) => !line.silent);
    for (const line of sound) {
      line.silent = true;
      line.client.unpipe(line.server);
      line.server.unpipe(line.client);
    }
    return sound.length;
  }

  /** The number of connections that it forwards. */
  get lines() {
    return [...this.#lines].filter((line) => !line.silent).length;
  }

  /** Closes every connection, and new ones at once, until it is healed. */
  cut() {
    this.silence();
    this.#isCut = true;
    for (const { client, server } of this.#lines) {
      client.destroy();
      server.destroy();
    }
    this.#lines.clear();
  }

  /** Forwards new connections again; the old ones stay silent forever. */
  heal() {
    for (const client of this.#inVain) client.destroy();
    this.#inVain = null;
    this.#isCut = false;
  }

  /** Closes everything. */
  close() {
    this.#server.close();
    for (const { client, server } of this.#lines) {
      client.destroy();
      server.destroy();
    }
  }

  #carry(client, server) {
    const line = { client, server, silent: false };
    this.#lines.add(line);
    client.pipe(server);
    server.pipe(client);
    for (const end of [client, server]) {
      end.on('error', () => {}); // a broken connection is just closed
      end.on('close', () => {
        if (line.silent) return; // do not close the other end
        this.#lines.delete(line);
        client.destroy();
        server.destroy();
      });
    }
  }
}
