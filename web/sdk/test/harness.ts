// The scripted room on a real Socket.IO server on a free port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import type { GameName, GameOf, RoomState } from "../src/index.js";
import { type FakeRoom, fakeServer, type Script } from "../src/testing/index.js";

/** A running server. */
export interface Harness<G extends GameName> {
  readonly url: string;
  readonly room: FakeRoom<G>;
  /** The received handshakes, oldest first. */
  readonly handshakes: Record<string, unknown>[];
  /** The error for the next connections; `null` accepts them. */
  refuse: { message: string; data?: object } | null;
  /** Loses the next answer to this event, after the server has handled it. */
  loseAnswer(event: string): void;
  /** Closes the transport of the client. */
  cut(): void;
  /** Disconnects the client as a restarting server does. */
  kick(): void;
  close(): Promise<void>;
}

/** Starts a server; an older one ignores the options of the handshake. */
export async function harness<G extends GameName>(script: Script<G>, { older = false } = {}): Promise<Harness<G>> {
  const fake = fakeServer(script);
  const http = createServer((request, response) => {
    void fake.fetch(`http://server${request.url ?? ""}`).then(async (answer) => response.end(await answer.text()));
  });
  const io = new Server(http);
  const { room } = fake;
  const sockets = new Set<Socket>();
  const lost = new Set<string>();
  const namespace = io.of(`/${script.game}`);
  const self: Harness<G> = {
    url: "",
    room,
    handshakes: [],
    refuse: null,
    loseAnswer: (event) => lost.add(event),
    cut: () => sockets.forEach((socket) => socket.conn.close()),
    kick: () => sockets.forEach((socket) => socket.disconnect(true)),
    close: () =>
      new Promise((resolve) => {
        void io.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  namespace.use((socket, next) => {
    self.handshakes.push(socket.handshake.auth);
    next(self.refuse ? Object.assign(new Error(self.refuse.message), { data: self.refuse.data }) : undefined);
  });
  namespace.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("disconnect", () => sockets.delete(socket));
    room.attach((event, payload) => socket.emit(event, payload), older ? {} : socket.handshake.auth);
    socket.onAny((event: string, payload: Record<string, unknown>, reply?: (answer: unknown) => void) => {
      if (!lost.delete(event)) return room.receive(event, payload, reply);
      // The answer and everything after it are lost with the connection.
      room.attach(() => {});
      room.receive(event, payload);
      socket.conn.close();
    });
  });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  return Object.assign(self, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}

/** Waits for a state; the timeout is that of the test. */
export function until<G extends GameName>(game: GameOf<G>, wanted: (state: RoomState<G>) => boolean): Promise<RoomState<G>> {
  return new Promise((resolve) => {
    const typed = game as unknown as { state: RoomState<G>; on(event: "change", listener: (state: RoomState<G>) => void): () => void };
    if (wanted(typed.state)) return resolve(typed.state);
    const stop = typed.on("change", (state) => {
      if (!wanted(state)) return;
      stop();
      resolve(state);
    });
  });
}

/** An in-memory storage that exposes its items. */
export function memoryStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
