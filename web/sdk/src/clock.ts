// Estimates the offset of the server's clock from messages that contain its time.

/** Estimates the server's time. */
export class ServerClock {
  #offset: number | null = null;

  /** Records that a message with the server time `serverTime` has just arrived. */
  learn(serverTime: number): void {
    // Messages arrive late, never early: the largest difference has the least delay.
    const offset = serverTime - Date.now();
    this.#offset = Math.max(this.#offset ?? offset, offset);
  }

  /** Milliseconds until `deadline` by the server's clock, at least zero. */
  until(deadline: number): number {
    return Math.max(0, deadline - Date.now() - (this.#offset ?? 0));
  }

  /** Whole seconds until `deadline` by the server's clock, at least zero. */
  secondsUntil(deadline: number): number {
    return Math.ceil(this.until(deadline) / 1000);
  }

  /** Milliseconds until the number of whole seconds left changes. */
  untilNextSecond(deadline: number): number {
    return this.until(deadline) % 1000 || 1000;
  }
}
