// Retries with the delay that the server asks for, else with exponential backoff.

/** The longest delay between two tries, unless the server asks for more. */
const MAX_DELAY_MS = 30_000;

/** Milliseconds until the next try: what the server asked for, else 2, 4, 8 … 30 s by the number of failed tries; plus random jitter. */
export function retryDelay(problem: unknown, tries: number): number {
  const { retryAfterSeconds } = (problem ?? {}) as { retryAfterSeconds?: unknown };
  const asked = typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0 ? retryAfterSeconds * 1000 : null;
  const usual = Math.min(MAX_DELAY_MS, 1000 * 2 ** Math.min(tries, 10));
  // Jitter: clients that were refused together must not all retry at the same moment.
  return (asked ?? usual) + Math.random() * 500;
}

/** Whether the server refused the request because of its load or a rate limit. */
export function isBusy(problem: unknown): boolean {
  const { status } = (problem ?? {}) as { status?: unknown };
  return status === 429 || status === 503;
}

/** Calls `retry` after the delay, or as soon as the browser is online again; the returned function cancels that. */
export function retryLater(problem: unknown, tries: number, retry: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener("online", now);
  };
  const now = (): void => {
    stop();
    retry();
  };
  const timer = setTimeout(now, retryDelay(problem, tries));
  addEventListener("online", now);
  return stop;
}

/** Tries until it succeeds; `report` is called with each failure, and with `null` on success. The returned function stops that. */
export function retryUntilDone<T>(attempt: () => Promise<T>, done: (value: T) => void, report: (problem: unknown) => void = () => {}): () => void {
  let [tries, stopped, stop] = [0, false, (): void => {}];
  const run = (): void => {
    attempt().then(
      (value) => {
        if (stopped) return;
        report(null);
        done(value);
      },
      (problem: unknown) => {
        if (stopped) return;
        tries += 1;
        report(problem);
        stop = retryLater(problem, tries, run);
      },
    );
  };
  run();
  return () => {
    stopped = true;
    stop();
  };
}
