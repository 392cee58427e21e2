// How far the server's clock is from ours, learnt from the messages that say the time.

/** Estimates the server's time. */
export class ServerClock {
  #offset: number | null = null;

  /** The server's wall clock was at least `serverTime` when its message reached us now. */
  learn(serverTime: number): void {
    // A message is always late, never early: the largest difference is the one with the least delay.
    const offset = serverTime - Date.now();
    if (this.#offset === null || offset > this.#offset) this.#offset = offset;
  }

  /** Whole seconds until `deadline` of the server's clock, never less than zero. */
  secondsUntil(deadline: number): number {
    return Math.max(0, Math.ceil((deadline - this.#now()) / 1000));
  }

  /** Milliseconds until the number of whole seconds left changes. */
  untilNextSecond(deadline: number): number {
    const left = deadline - this.#now();
    return left <= 0 ? 1000 : left % 1000 || 1000;
  }

  #now(): number {
    return Date.now() + (this.#offset ?? 0);
  }
}
