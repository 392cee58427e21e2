// Estimates the offset of the server's clock from messages that contain its time.

/** Estimates the server's time. */
export class ServerClock {
  #offset: number | null = null;

  /** Records that a message with the server time `serverTime` has just arrived. */
  learn(serverTime: number): void {
    // Messages arrive late, never early: the largest difference has the least delay.
    const offset = serverTime - Date.now();
    if (this.#offset === null || offset > this.#offset) this.#offset = offset;
  }

  /** Whole seconds until `deadline` by the server's clock, at least zero. */
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
