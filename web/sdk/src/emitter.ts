// Listeners by event name; one that throws does not stop the others.

type Listener = (payload: never) => void;

/** Stores listeners by event name. */
export class Emitter<Events extends { [E in keyof Events]: Listener }> {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();

  /** Calls `listener` at each `event`; the returned function removes it. */
  on<E extends keyof Events>(event: E, listener: Events[E]): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => this.off(event, listener);
  }

  /** Removes `listener`. */
  off<E extends keyof Events>(event: E, listener: Events[E]): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** Calls the listeners of `event`; an exception is rethrown later and does not stop the others. */
  emit<E extends keyof Events>(event: E, payload: Parameters<Events[E]>[0]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      try {
        listener(payload as never);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
