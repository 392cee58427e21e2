// A proxy for TCP that can fall silent: it keeps every line open and carries nothing.

import { createServer, connect } from 'node:net';
import { once } from 'node:events';

export class Proxy {
  #server;
  #lines = new Set();
  #inVain = null;

  /** Listens on a free port and carries everything to and from the address of `url`. */
  static async before(url) {
    const proxy = new Proxy();
    const { hostname, port } = new URL(url);
    proxy.#server = createServer((client) => {
      if (proxy.#inVain) proxy.#inVain.push(client.on('error', () => {}));
      else proxy.#carry(client, connect(Number(port), hostname));
    });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}`;
    return proxy;
  }

  /** Falls silent, as if the cable was pulled: nobody is told, and new lines get no answer. Gives the number of lines. */
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

  /** Carries new lines again; the old ones stay silent for ever. */
  heal() {
    for (const client of this.#inVain) client.destroy();
    this.#inVain = null;
  }

  /** Ends everything. */
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
      end.on('error', () => {}); // a line that breaks is closed, and that is all there is to it
      end.on('close', () => {
        if (line.silent) return; // the other end is not told
        this.#lines.delete(line);
        client.destroy();
        server.destroy();
      });
    }
  }
}
