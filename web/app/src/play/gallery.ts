// The boards of many running games at once, over one connection for each kind of game.
import type { GameName } from "@parlour/sdk";
import { base } from "../address.js";
import { Value } from "../observable.js";
import type { AnyRoom } from "../server.js";
import { io, type SmallSocket } from "../socket/small-socket.js";

/** A game as it stands. */
export interface Exhibit {
  readonly board: readonly unknown[];
  readonly moveCount: number;
}

interface Position {
  readonly roomId: string;
  readonly board: readonly unknown[];
  readonly moveHistory?: readonly unknown[];
}

/** The games on show by their rooms; it follows those it was last asked for. */
export class Gallery extends Value<ReadonlyMap<string, Exhibit>> {
  readonly #sockets = new Map<GameName, SmallSocket>();
  #rooms: readonly AnyRoom[] = [];

  constructor() {
    super(new Map());
  }

  /** Follows these games from now on, and no others. */
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
      auth: (give) => give({ moveHistory: false }),
      reconnectionDelay: 500,
      reconnectionDelayMax: 5000,
    });
    this.#sockets.set(game, socket);
    // At the first connection and at each one after a break.
    socket.on("connect", () => this.#rooms.filter((room) => room.game === game).forEach((room) => this.#ask(room, "game:spectate")));
    for (const event of ["game:spectate:joined", "game:move:made"]) socket.on(event, (position: Position) => this.#hang(position));
    return socket.connect();
  }

  /** Shows a position; a move without the history is one more than the last. */
  #hang({ board, moveHistory, roomId }: Position): void {
    const moveCount = moveHistory?.length ?? (this.get().get(roomId)?.moveCount ?? 0) + 1;
    this.set(new Map([...this.get(), [roomId, { board, moveCount }]]));
  }
}
