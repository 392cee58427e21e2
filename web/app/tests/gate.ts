// A gate in front of a server: it notes every request that passes, and refuses or drops those it is told to.
import { createServer, type Server as HttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request at a shut gate. */
export type Refusal = "busy" | "no answer";

/** The gate; everything but WebSockets passes through it. */
export class Gate {
  readonly requests: string[] = [];
  /** How often each path was refused. */
  readonly refused: string[] = [];
  #shut: { readonly path: RegExp; readonly how: Refusal } | null = null;
  #server: HttpServer;

  private constructor(private readonly target: string) {
    this.#server = createServer((incoming, response) => this.#pass(incoming, response));
  }

  /** Opens a gate in front of the server at `target`. */
  static async before(target: string): Promise<Gate> {
    const gate = new Gate(target);
    await new Promise<void>((resolve) => gate.#server.listen(0, "127.0.0.1", resolve));
    return gate;
  }

  /** The address of the gate, ending in a slash. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Refuses whatever has such a path, until it is opened again. */
  shut(path: RegExp, how: Refusal): void {
    this.#shut = { path, how };
  }

  open(): void {
    this.#shut = null;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? "/";
    this.requests.push(path);
    if (this.#shut?.path.test(path)) {
      this.refused.push(path);
      if (this.#shut.how === "no answer") return void incoming.socket.destroy();
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
