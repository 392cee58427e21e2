// A value with listeners.

/** Anything that can be read and subscribed to. */
export interface Source<T> {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** One value and its listeners. */
export class Value<T> implements Source<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the value and calls the listeners, unless the value is the same. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }
}
