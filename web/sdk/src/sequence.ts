// Room events are numbered: what to do with the one that just came in.

/** Apply it, drop it as already known, or ask for the whole state because something is missing. */
export type Verdict = "apply" | "repeat" | "gap";

const POSITIONS = new Set(["game:started", "game:reconnected", "game:spectate:joined"]);
const ANSWERS = new Set(["game:valid_moves", "afk:status", "game:spectators"]);

/** Whether an event tells the whole game: it includes everything up to its own number. */
export function isSnapshot(event: string): boolean {
  return POSITIONS.has(event);
}

/** Judges an event by its number; a server that does not number its events is believed. */
export function classify(current: number | null, event: string, seq: number | undefined): Verdict {
  if (seq === undefined || current === null || isSnapshot(event)) return "apply";
  // An answer carries the current number, so a higher one means that an event was lost.
  if (ANSWERS.has(event)) return seq > current ? "gap" : "apply";
  if (seq > current + 1) return "gap";
  // The end is told again to those who come back to a finished game.
  return seq > current || event === "game:over" ? "apply" : "repeat";
}

/** The highest number known after `event`. */
export function advance(current: number | null, event: string, seq: number | undefined): number | null {
  return isSnapshot(event) ? (seq ?? null) : Math.max(current ?? 0, seq ?? 0) || null;
}
