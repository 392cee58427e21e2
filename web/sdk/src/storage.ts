// Where a seat is remembered over a reload of the page.

/** The part of `localStorage` that is used; any of its methods may throw. */
export type SeatStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What a player needs to take its seat again. */
export interface Seat {
  readonly playerId: string;
  readonly reconnectToken?: string;
}

/** Remembers one seat; a storage that is blocked or full is as good as none. */
export class SeatStore {
  readonly #storage: SeatStorage | null;
  readonly #key: string;

  constructor(storage: SeatStorage | null | undefined, key: string) {
    this.#storage = storage === undefined ? browserStorage() : storage;
    this.#key = `parlour:seat:${key}`;
  }

  /** The seat, if one was kept. */
  load(): Seat | null {
    return attempt(() => {
      const seat = JSON.parse(this.#storage?.getItem(this.#key) ?? "null") as Seat | null;
      return typeof seat?.playerId === "string" ? seat : null;
    });
  }

  /** Keeps the seat. */
  save(seat: Seat): void {
    attempt(() => this.#storage?.setItem(this.#key, JSON.stringify(seat)));
  }

  /** Forgets the seat. */
  clear(): void {
    attempt(() => this.#storage?.removeItem(this.#key));
  }
}

/** Even reading the property `localStorage` throws in some frames. */
function browserStorage(): SeatStorage | null {
  return attempt(() => (typeof document === "undefined" ? null : globalThis.localStorage));
}

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
