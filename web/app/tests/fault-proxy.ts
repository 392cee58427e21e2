// A proxy in front of a server that records every request, and refuses or drops blocked ones.
import { createServer, type Server as HttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a blocked request. */
export type Failure = "busy" | "no answer";

/** The proxy; it forwards HTTP but no WebSockets. */
export class FaultProxy {
  readonly requests: string[] = [];
  /** The paths of blocked requests, oldest first. */
  readonly refused: string[] = [];
  #blocked: { readonly path: RegExp; readonly how: Failure } | null = null;
  #server: HttpServer;

  private constructor(private readonly target: string) {
    this.#server = createServer((incoming, response) => this.#forward(incoming, response));
  }

  /** Starts a proxy in front of the server at `target`. */
  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  /** The address of the proxy, ending in a slash. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Blocks requests whose path matches, until `unblock` is called. */
  block(path: RegExp, how: Failure): void {
    this.#blocked = { path, how };
  }

  unblock(): void {
    this.#blocked = null;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? "/";
    this.requests.push(path);
    if (this.#blocked?.path.test(path)) {
      this.refused.push(path);
      if (this.#blocked.how === "no answer") return void incoming.socket.destroy();
      response.writeHead(429, { "retry-after": "1", "content-type": "application/json" });
      return void response.end('{"error":"too many requests","code":"rate_limited"}');
    }
    const { headers, method } = incoming;
    const passed = request(new URL(path, this.target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  }
}
