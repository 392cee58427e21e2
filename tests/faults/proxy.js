// A proxy for TCP that can fall silent: it keeps every line open and carries nothing.

import { createServer, connect } from 'node:net';
import { once } from 'node:events';

export class Proxy {
  #server;
  #lines = new Set();

  /** Listens on a free port and carries everything to and from the address of `url`. */
  static async before(url) {
    const proxy = new Proxy();
    const { hostname, port } = new URL(url);
    proxy.#server = createServer((client) => proxy.#carry(client, connect(Number(port), hostname)));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.url = `http://127.0.0.1:${proxy.#server.address().port}`;
    return proxy;
  }

  /** Lets the lines that are open now fall silent, as a pulled cable does; new ones work. Gives their number. */
  silence() {
    const sound = [...this.#lines].filter((line) => !line.silent);
    for (const line of sound) {
      line.silent = true;
      line.client.unpipe(line.server);
      line.server.unpipe(line.client);
    }
    return sound.length;
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
