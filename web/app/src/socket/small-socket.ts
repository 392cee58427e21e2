// A small Socket.IO client over one WebSocket, in place of the stock one, which is six times its size.
// Where WebSockets do not pass, the stock client is fetched and takes over with long polling.
import { decode, encode, Kind } from "./packet.js";

type Listener = (...values: never[]) => void;

/** The options of the stock client that the SDK gives. */
export interface SocketOptions {
  readonly path: string;
  readonly auth: (give: (credentials: object) => void) => void;
  readonly reconnectionDelay: number;
  readonly reconnectionDelayMax: number;
}

/** A client that listens and asks as a `Socket` of `socket.io-client` does. */
export interface SocketLike {
  readonly connected: boolean;
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  emit(event: string, ...values: unknown[]): unknown;
}

/** After so many failures before the first success, WebSockets are taken for blocked. */
const FAILURES_UNTIL_POLLING = 2;
/** How long a connection may take to open. */
const OPEN_WITHIN = 10_000;

/** Makes a socket for a namespace, the last part of the address; nothing is connected yet. */
export function io(address: string, options: SocketOptions): SmallSocket {
  return new SmallSocket(new URL(address), options);
}

/** One namespace on one connection that comes back by itself. */
export class SmallSocket implements SocketLike {
  /** False when the socket will not try to connect again by itself. */
  active = false;
  #joined = false;
  #line: WebSocket | null = null;
  #stock: SocketLike | null = null;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #patience = OPEN_WITHIN;
  #failures = 0;
  #everOpen = false;
  #nextId = 0;
  #answers = new Map<number, (...values: unknown[]) => void>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #anyListeners: ((event: string, ...values: unknown[]) => void)[] = [];
  readonly #address: URL;
  readonly #options: SocketOptions;

  constructor(address: URL, options: SocketOptions) {
    this.#address = address;
    this.#options = options;
  }

  get connected(): boolean {
    return this.#stock?.connected ?? this.#joined;
  }

  connect(): this {
    if (this.#stock) this.#stock.connect();
    else if (!this.active) {
      this.active = true;
      addEventListener("online", this.#hurry);
      addEventListener("offline", this.#onOffline);
      this.#open();
    }
    return this;
  }

  disconnect(): this {
    this.#stock?.disconnect();
    if (this.#joined) this.#send({ kind: Kind.disconnect });
    this.#rest();
    this.#drop("io client disconnect");
    return this;
  }

  emit(event: string, ...values: unknown[]): this {
    if (this.#stock) {
      this.#stock.emit(event, ...values);
      return this;
    }
    const answer = values.at(-1);
    const id = typeof answer === "function" ? this.#nextId++ : undefined;
    if (id !== undefined) this.#answers.set(id, values.pop() as () => void);
    if (this.#joined) this.#send({ kind: Kind.event, id, data: [event, ...values] });
    return this;
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const once = (...values: never[]): void => {
      this.off(event, once);
      listener(...values);
    };
    return this.on(event, once);
  }

  off(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  onAny(listener: (event: string, ...values: unknown[]) => void): this {
    this.#anyListeners.push(listener);
    return this;
  }

  #open(): void {
    const { host, protocol } = this.#address;
    const line = new WebSocket(`${protocol.replace("http", "ws")}//${host}${this.#options.path}/?EIO=4&transport=websocket`);
    this.#line = line;
    this.#patience = OPEN_WITHIN;
    this.#watch();
    line.onmessage = ({ data }) => this.#line === line && this.#receive(String(data));
    line.onclose = () => this.#line === line && this.#drop("transport close");
  }

  /** One packet of the connection itself; its first digit says what it is for. */
  #receive(text: string): void {
    this.#watch();
    const rest = text.slice(1);
    if (text[0] === "0") {
      const { pingInterval, pingTimeout } = JSON.parse(rest) as { pingInterval: number; pingTimeout: number };
      this.#patience = pingInterval + pingTimeout;
      this.#everOpen = true;
      this.#options.auth((data) => this.#line && this.#send({ kind: Kind.connect, data }));
    } else if (text[0] === "2") this.#line?.send("3");
    else if (text[0] === "4") this.#obey(rest);
  }

  #obey(text: string): void {
    const packet = decode(text);
    if (!packet || packet.namespace !== this.#address.pathname) return;
    const { data, id, kind } = packet;
    if (kind === Kind.connect) {
      this.#joined = true;
      this.#failures = 0;
      this.#tell("connect");
    } else if (kind === Kind.event) this.#hear(data as [string, ...unknown[]]);
    else if (kind === Kind.answer && id !== undefined) {
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      answer?.(...(data as unknown[]));
    } else if (kind === Kind.refused) this.#refuse(data as { message?: string; data?: unknown });
    else if (kind === Kind.disconnect) {
      this.#rest();
      this.#drop("io server disconnect");
    }
  }

  #hear([event, ...values]: [string, ...unknown[]]): void {
    for (const listener of this.#anyListeners) listener(event, ...values);
    this.#tell(event, ...values);
  }

  #refuse({ data, message = "refused" }: { message?: string; data?: unknown }): void {
    this.#rest();
    this.#drop("refused");
    this.#tell("connect_error", Object.assign(new Error(message), { data }));
  }

  #send(packet: { kind: number; id?: number | undefined; data?: unknown }): void {
    if (this.#line?.readyState === WebSocket.OPEN) this.#line.send(`4${encode({ ...packet, namespace: this.#address.pathname })}`);
  }

  /** The connection is over; unless the socket rests, it tries again in a moment. */
  #drop(reason: string): void {
    clearTimeout(this.#watchdog);
    const line = this.#line;
    this.#line = null;
    line?.close();
    this.#answers.clear();
    const wasJoined = this.#joined;
    this.#joined = false;
    if (this.active && !wasJoined) this.#failures++;
    if (this.active) this.#tryLater();
    if (wasJoined) this.#tell("disconnect", reason);
    else if (this.active) this.#tell("connect_error", new Error("websocket error"));
  }

  #tryLater(): void {
    if (!this.#everOpen && this.#failures >= FAILURES_UNTIL_POLLING) return void this.#takeStock();
    const { reconnectionDelay, reconnectionDelayMax } = this.#options;
    const delay = Math.min(reconnectionDelayMax, reconnectionDelay * 2 ** this.#failures) * (0.5 + Math.random());
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.active && this.#open(), delay);
  }

  /** No retry is planned any more. */
  #rest(): void {
    this.active = false;
    clearTimeout(this.#retry);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#onOffline);
  }

  /** A server that falls silent is gone, whatever the network says. */
  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#drop("ping timeout"), this.#patience);
  }

  readonly #onOffline = (): void => {
    if (this.#line) this.#drop("transport close");
  };

  readonly #hurry = (): void => {
    if (this.#line || this.#stock || !this.active) return;
    clearTimeout(this.#retry);
    this.#open();
  };

  /** Hands everything over to the stock client. */
  async #takeStock(): Promise<void> {
    const stock = await import("./stock-socket.js").then(
      ({ stockSocket }) => stockSocket,
      () => null,
    );
    if (!this.active) return;
    if (!stock) {
      this.#failures = 0;
      return this.#tryLater();
    }
    this.#stock = stock(this.#address.href, this.#options, (event, ...values) => {
      this.active = this.#stock?.active ?? false;
      if (event === "connect" || event === "disconnect" || event === "connect_error") this.#tell(event, ...values);
      else this.#hear([event, ...values]);
    });
    this.#stock.connect();
  }

  #tell(event: string, ...values: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...(values as never[]));
  }
}
