// The current boards of several running games, over one connection per kind of game.
import type { GameName } from "@parlour/sdk";
import { base } from "../address.js";
import { Value } from "../observable.js";
import type { AnyRoom } from "../server.js";
import { io, type SmallSocket } from "../socket/small-socket.js";

/** The current position of a game. */
export interface BoardSnapshot {
  readonly board: readonly unknown[];
  readonly moveCount: number;
}

interface Position {
  readonly roomId: string;
  readonly board: readonly unknown[];
  readonly moveHistory?: readonly unknown[];
}

/** The current positions by room id, of the rooms that were last passed to `follow`. */
export class BoardFeed extends Value<ReadonlyMap<string, BoardSnapshot>> {
  readonly #sockets = new Map<GameName, SmallSocket>();
  #rooms: readonly AnyRoom[] = [];

  constructor() {
    super(new Map());
  }

  /** Follows these rooms and stops following all others. */
  follow(rooms: readonly AnyRoom[]): void {
    const before = this.#rooms;
    const has = (list: readonly AnyRoom[], { roomId }: AnyRoom): boolean => list.some((room) => room.roomId === roomId);
    this.#rooms = rooms;
    for (const room of before.filter((room) => !has(rooms, room))) this.#ask(room, "game:spectate:leave");
    for (const room of rooms.filter((room) => !has(before, room))) this.#ask(room, "game:spectate");
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.disconnect();
  }

  #ask({ game, roomId }: AnyRoom, event: string): void {
    const socket = this.#sockets.get(game) ?? this.#open(game);
    if (socket.connected) socket.emit(event, { roomId });
  }

  #open(game: GameName): SmallSocket {
    const { origin, pathname } = new URL(base());
    const socket = io(`${origin}/${game}`, {
      path: `${pathname}socket.io`,
      auth: (send) => send({ moveHistory: false }),
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    });
    this.#sockets.set(game, socket);
    socket.on("connect", () => this.#rooms.filter((room) => room.game === game).forEach((room) => this.#ask(room, "game:spectate")));
    for (const event of ["game:spectate:joined", "game:move:made"]) socket.on(event, (position: Position) => this.#update(position));
    return socket.connect();
  }

  /** Stores a position; an event without the history counts as one more move. */
  #update({ board, moveHistory, roomId }: Position): void {
    const moveCount = moveHistory?.length ?? (this.get().get(roomId)?.moveCount ?? 0) + 1;
    this.set(new Map([...this.get(), [roomId, { board, moveCount }]]));
  }
}
