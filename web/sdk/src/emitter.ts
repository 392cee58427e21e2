// Named listeners, each told apart from the others' failures.

type Listener = (payload: never) => void;

/** Keeps listeners by event name. */
export class Emitter<Events extends { [E in keyof Events]: Listener }> {
  readonly #listeners = new Map<keyof Events, Set<Listener>>();

  /** Calls `listener` at each `event`; the function it gives back stops that. */
  on<E extends keyof Events>(event: E, listener: Events[E]): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => this.off(event, listener);
  }

  /** Stops calling `listener`. */
  off<E extends keyof Events>(event: E, listener: Events[E]): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** Calls the listeners of `event`; one that throws is reported and does not stop the others. */
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
