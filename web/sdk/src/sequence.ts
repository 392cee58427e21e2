// Sequence numbers of room events: detects repeated and missed events.

/** Apply the event, ignore it as a repeat, or request a snapshot because an event is missing. */
export type Verdict = "apply" | "repeat" | "gap";

const POSITIONS = new Set(["game:started", "game:reconnected", "game:spectate:joined"]);
const ANSWERS = new Set(["afk:status", "game:valid_moves", "game:spectators", "game:reaction"]);

/** Whether an event contains the whole state up to its number. */
export function isSnapshot(event: string): boolean {
  return POSITIONS.has(event);
}

/** Classifies an event by its number; events without a number are always applied. */
export function classify(current: number | null, event: string, seq: number | undefined): Verdict {
  if (seq === undefined || current === null || isSnapshot(event)) return "apply";
  // An answer has the current number, so a higher one means that an event was missed.
  if (ANSWERS.has(event)) return seq > current ? "gap" : "apply";
  if (seq > current + 1) return "gap";
  // The server repeats the end to players who reconnect to a finished game.
  return seq > current || event === "game:over" ? "apply" : "repeat";
}

/** The highest number known after `event`. */
export function advance(current: number | null, event: string, seq: number | undefined): number | null {
  return isSnapshot(event) ? (seq ?? null) : Math.max(current ?? 0, seq ?? 0) || null;
}
