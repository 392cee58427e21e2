// A small Socket.IO client over one WebSocket; the stock client is six times its size.
// If WebSockets are blocked, it loads the stock client, which uses long polling.
import { lag, measured } from "./lag.js";
import { decode, encode, Kind } from "./packet.js";

type Listener = (...values: never[]) => void;

/** The options of the stock client that the SDK sets. */
export interface SocketOptions {
  readonly path: string;
  readonly auth: (send: (credentials: object) => void) => void;
  readonly reconnectionDelay: number;
  readonly reconnectionDelayMax: number;
}

/** The part of a `Socket` of `socket.io-client` that is used. */
export interface SocketLike {
  readonly connected: boolean;
  readonly active: boolean;
  connect(): unknown;
  disconnect(): unknown;
  emit(event: string, ...values: unknown[]): unknown;
}

/** After this many failures without a success, WebSockets count as blocked. */
const FAILURES_UNTIL_POLLING = 2;
/** Milliseconds that a connection may take to open. */
const OPEN_TIMEOUT = 10_000;

/** Creates a socket for a namespace, the last part of the address, without connecting. */
export function io(address: string, options: SocketOptions): SmallSocket {
  return new SmallSocket(new URL(address), options);
}

/** One namespace on one connection that reconnects automatically. */
export class SmallSocket implements SocketLike {
  /** False if the socket will not reconnect automatically. */
  active = false;
  #connected = false;
  #webSocket: WebSocket | null = null;
  #stock: SocketLike | null = null;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silenceLimit = OPEN_TIMEOUT;
  #failures = 0;
  #everOpen = false;
  #nextId = 0;
  #acks = new Map<number, (...values: unknown[]) => void>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #anyListeners: ((event: string, ...values: unknown[]) => void)[] = [];
  readonly #address: URL;
  readonly #options: SocketOptions;

  constructor(address: URL, options: SocketOptions) {
    this.#address = address;
    this.#options = options;
  }

  get connected(): boolean {
    return this.#stock?.connected ?? this.#connected;
  }

  connect(): this {
    if (this.#stock) this.#stock.connect();
    else if (!this.active) {
      this.active = true;
      addEventListener("online", this.#reconnectNow);
      addEventListener("offline", this.#onOffline);
      this.#open();
    }
    return this;
  }

  disconnect(): this {
    this.#stock?.disconnect();
    if (this.#connected) this.#send({ kind: Kind.disconnect });
    this.#stopRetrying();
    this.#drop("io client disconnect");
    return this;
  }

  emit(event: string, ...values: unknown[]): this {
    if (this.#stock) {
      this.#stock.emit(event, ...values);
      return this;
    }
    const ack = values.at(-1);
    const id = typeof ack === "function" ? this.#nextId++ : undefined;
    if (id !== undefined) this.#acks.set(id, measured(values.pop() as () => void));
    if (this.#connected) this.#send({ kind: Kind.event, id, data: [event, ...values] });
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
    const webSocket = new WebSocket(`${protocol.replace("http", "ws")}//${host}${this.#options.path}/?EIO=4&transport=websocket`);
    this.#webSocket = webSocket;
    this.#silenceLimit = OPEN_TIMEOUT;
    this.#resetWatchdog();
    webSocket.onmessage = ({ data }) => this.#webSocket === webSocket && this.#receive(String(data));
    webSocket.onclose = () => this.#webSocket === webSocket && this.#drop("transport close");
  }

  /** Handles one Engine.IO packet; its first digit is its type. */
  #receive(text: string): void {
    this.#resetWatchdog();
    const rest = text.slice(1);
    if (text[0] === "0") {
      const { pingInterval, pingTimeout } = JSON.parse(rest) as { pingInterval: number; pingTimeout: number };
      this.#silenceLimit = pingInterval + pingTimeout;
      this.#everOpen = true;
      this.#options.auth((data) => this.#webSocket && this.#send({ kind: Kind.connect, data }));
    } else if (text[0] === "2") this.#webSocket?.send("3");
    else if (text[0] === "4") this.#handlePacket(rest);
  }

  #handlePacket(text: string): void {
    const packet = decode(text);
    if (!packet || packet.namespace !== this.#address.pathname) return;
    const { data, id, kind } = packet;
    if (kind === Kind.connect) {
      this.#connected = true;
      this.#failures = 0;
      this.#notify("connect");
    } else if (kind === Kind.event) this.#dispatch(data as [string, ...unknown[]]);
    else if (kind === Kind.ack && id !== undefined) {
      const ack = this.#acks.get(id);
      this.#acks.delete(id);
      ack?.(...(data as unknown[]));
    } else if (kind === Kind.connectError) this.#onRefused(data as { message?: string; data?: unknown });
    else if (kind === Kind.disconnect) {
      this.#stopRetrying();
      this.#drop("io server disconnect");
    }
  }

  #dispatch([event, ...values]: [string, ...unknown[]]): void {
    for (const listener of this.#anyListeners) listener(event, ...values);
    this.#notify(event, ...values);
  }

  #onRefused({ data, message = "refused" }: { message?: string; data?: unknown }): void {
    this.#stopRetrying();
    this.#drop("refused");
    this.#notify("connect_error", Object.assign(new Error(message), { data }));
  }

  #send(packet: { kind: number; id?: number | undefined; data?: unknown }): void {
    if (this.#webSocket?.readyState === WebSocket.OPEN) this.#webSocket.send(`4${encode({ ...packet, namespace: this.#address.pathname })}`);
  }

  /** Closes the connection and, if the socket is active, schedules a retry. */
  #drop(reason: string): void {
    clearTimeout(this.#watchdog);
    const webSocket = this.#webSocket;
    this.#webSocket = null;
    webSocket?.close();
    this.#acks.clear();
    lag.set(null);
    const wasConnected = this.#connected;
    this.#connected = false;
    if (this.active && !wasConnected) this.#failures++;
    if (this.active) this.#scheduleRetry();
    if (wasConnected) this.#notify("disconnect", reason);
    else if (this.active) this.#notify("connect_error", new Error("websocket error"));
  }

  #scheduleRetry(): void {
    if (!this.#everOpen && this.#failures >= FAILURES_UNTIL_POLLING) return void this.#switchToStockClient();
    const { reconnectionDelay, reconnectionDelayMax } = this.#options;
    const delay = Math.min(reconnectionDelayMax, reconnectionDelay * 2 ** this.#failures) * (0.5 + Math.random());
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.active && this.#open(), delay);
  }

  #stopRetrying(): void {
    this.active = false;
    clearTimeout(this.#retry);
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#onOffline);
  }

  /** Drops the connection unless the server sends something within the limit. */
  #resetWatchdog(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#drop("ping timeout"), this.#silenceLimit);
  }

  readonly #onOffline = (): void => {
    if (this.#webSocket) this.#drop("transport close");
  };

  readonly #reconnectNow = (): void => {
    if (this.#webSocket || this.#stock || !this.active) return;
    clearTimeout(this.#retry);
    this.#open();
  };

  /** Loads the stock client and delegates everything to it. */
  async #switchToStockClient(): Promise<void> {
    const stock = await import("./stock-socket.js").then(
      ({ stockSocket }) => stockSocket,
      () => null,
    );
    if (!this.active) return;
    if (!stock) {
      this.#failures = 0;
      return this.#scheduleRetry();
    }
    this.#stock = stock(this.#address.href, this.#options, (event, ...values) => {
      this.active = this.#stock?.active ?? false;
      if (event === "connect" || event === "disconnect" || event === "connect_error") this.#notify(event, ...values);
      else this.#dispatch([event, ...values]);
    });
    this.#stock.connect();
  }

  #notify(event: string, ...values: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...(values as never[]));
  }
}
