// Saves a seat, so that it survives a reload of the page.

/** The part of `localStorage` that is used; any of its methods may throw. */
export type SeatStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The data to reconnect to a seat. */
export interface Seat {
  readonly playerId: string;
  readonly reconnectToken?: string;
}

/** Stores one seat; a storage that is blocked or full counts as none. */
export class SeatStore {
  readonly #storage: SeatStorage | null;
  readonly #key: string;

  constructor(storage: SeatStorage | null | undefined, key: string) {
    this.#storage = storage === undefined ? browserStorage() : storage;
    this.#key = `parlour:seat:${key}`;
  }

  /** The saved seat, or `null`. */
  load(): Seat | null {
    return attempt(() => {
      const seat = JSON.parse(this.#storage?.getItem(this.#key) ?? "null") as Seat | null;
      return typeof seat?.playerId === "string" ? seat : null;
    });
  }

  save(seat: Seat): void {
    attempt(() => this.#storage?.setItem(this.#key, JSON.stringify(seat)));
  }

  clear(): void {
    attempt(() => this.#storage?.removeItem(this.#key));
  }
}

/** `localStorage`, or `null`; even reading the property throws in some frames. */
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
