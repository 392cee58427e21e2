// When to ask again after a failure: as the server says, else later each time.

/** The longest wait between two tries, unless the server asks for more. */
const LONGEST_MS = 30_000;

/** Milliseconds until the next try after so many failed ones: what the server asked for, else 2, 4, 8 … 30 s and a little more by chance. */
export function waitOf(problem: unknown, tries: number): number {
  const { retryAfterSeconds } = (problem ?? {}) as { retryAfterSeconds?: unknown };
  const asked = typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0 ? retryAfterSeconds * 1000 : null;
  const usual = Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tries, 10));
  // Visitors who were refused together do not all come back in the same moment.
  return (asked ?? usual) + Math.random() * 500;
}

/** Whether the server refused because it was asked too often. */
export function isBusy(problem: unknown): boolean {
  const { status } = (problem ?? {}) as { status?: unknown };
  return status === 429 || status === 503;
}

/** Calls `again` when it is time for the next try, or as soon as the browser is online again; gives what stops that. */
export function retryLater(problem: unknown, tries: number, again: () => void): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    removeEventListener("online", now);
  };
  const now = (): void => {
    stop();
    again();
  };
  const timer = setTimeout(now, waitOf(problem, tries));
  addEventListener("online", now);
  return stop;
}

/** Tries until it succeeds; `tell` hears of each failure, and of the success with `null`. Gives what stops that. */
export function keepTrying<T>(attempt: () => Promise<T>, done: (value: T) => void, tell: (problem: unknown) => void = () => {}): () => void {
  let [tries, left, stop] = [0, false, (): void => {}];
  const run = (): void => {
    attempt().then(
      (value) => {
        if (left) return;
        tell(null);
        done(value);
      },
      (problem: unknown) => {
        if (left) return;
        tries += 1;
        tell(problem);
        stop = retryLater(problem, tries, run);
      },
    );
  };
  run();
  return () => {
    left = true;
    stop();
  };
}
