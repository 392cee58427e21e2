// A proxy before several nodes: each connection goes to a random node, a polling session to the node that has it.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class Balancer {
  #listener;
  #targets;
  #left = new Set();
  #lines = new Set();
  /** The target of each polling session, by its id. */
  #sessions = new Map();

  /** Listens on a free port before these addresses. */
  static async before(urls) {
    const balancer = new Balancer();
    balancer.#targets = urls.map((url) => new URL(url));
    balancer.#listener = createServer({ allowHalfOpen: true }, (client) => balancer.#accept(client));
    balancer.#listener.listen(0, '127.0.0.1');
    await once(balancer.#listener, 'listening');
    balancer.url = `${new URL(urls[0]).protocol}//127.0.0.1:${balancer.#listener.address().port}`;
    return balancer;
  }

  /** Sends no new connections to this address, until `enter` is called. */
  leave(url) {
    this.#left.add(new URL(url).host);
  }

  enter(url) {
    this.#left.delete(new URL(url).host);
  }

  /** Closes everything. */
  close() {
    this.#listener.close();
    for (const end of this.#lines) end.destroy();
  }

  async #accept(client) {
    this.#add(client);
    const opening = new Promise((resolve) => {
      client.once('data', (part) => resolve(client.pause() && part));
      client.once('close', () => resolve(undefined));
    });
    // The connection is open as if the node itself had accepted it, so that a node closes a client that says nothing.
    let node = await this.#reach(client, shuffled(this.#targets.filter(({ host }) => !this.#left.has(host))));
    const join = () => {
      const { line } = node;
      line.pipe(client);
      line.once('close', () => line === node?.line && finish(client));
      client.once('close', () => line.destroy());
    };
    if (!node || client.destroyed) return void [client, node?.line].forEach((end) => end?.destroy());
    join();
    // The first request says whether the connection belongs to a session.
    const first = await opening;
    if (first === undefined) return;
    const { session, beginsPolling } = read(first);
    const owner = this.#sessions.get(session);
    if (owner !== undefined && owner !== node.target) {
      const stranger = node.line;
      node = await this.#reach(client, [owner]);
      stranger.unpipe(client).destroy();
      if (!node) return void client.destroy();
      join();
    }
    const { line, target } = node;
    if (beginsPolling) line.once('data', (answer) => this.#learn(answer, target));
    line.write(first);
    client.pipe(line);
  }

  /** A connection from the address of the client to the first of these targets that accepts one; `undefined` if none does. */
  async #reach({ remoteAddress: localAddress }, targets) {
    for (const target of targets) {
      const { hostname: host, port } = target;
      const line = this.#add(connect({ port: Number(port), host, localAddress, allowHalfOpen: true }));
      const isOpen = await once(line, 'connect').then(() => true, () => false);
      if (isOpen) return { line, target };
    }
  }

  #learn(answer, target) {
    const session = /"sid":"([^"]+)"/.exec(answer.toString('latin1'))?.[1];
    if (session) this.#sessions.set(session, target);
  }

  #add(end) {
    this.#lines.add(end);
    end.on('error', () => {}); // a broken connection is just closed
    end.on('close', () => this.#lines.delete(end));
    return end;
  }
}

/**
 * Ends a client whose node has ended the connection. What it still sends is read, for a connection that is closed with unread
 * bytes is reset, and the last words of the node would be lost.
 */
function finish(client) {
  client.unpipe();
  client.resume();
  client.end();
}

function shuffled(targets) {
  const places = targets.map((target) => ({ target, place: Math.random() }));
  return places.sort((one, other) => one.place - other.place).map(({ target }) => target);
}

/** What the first bytes of a connection say of its session, if they are the head of a request for a socket. */
function read(first) {
  const [, query] = /^\w+ \S*\?(\S*) HTTP\/1/.exec(first.toString('latin1')) ?? [];
  const parameters = new URLSearchParams(query);
  const session = parameters.get('sid') ?? undefined;
  return { session, beginsPolling: parameters.get('transport') === 'polling' && session === undefined };
}
