// Room events are numbered: what to do with the one that just came in.

/** Apply it, drop it as already known, or ask for the whole state because something is missing. */
export type Verdict = "apply" | "repeat" | "gap";

/** Whole positions: they include everything up to their own number, so they always apply. */
const POSITIONS = new Set(["game:started", "game:reconnected", "game:spectate:joined"]);

/** Carry the current number, not the next one; `game:over` is told again to those who come back to a finished game. */
const REPEATABLE = new Set(["game:valid_moves", "afk:status", "game:rematch:offered", "game:over"]);

/** Judges an event by its number; a server that does not number its events is believed. */
export function judge(current: number | null, event: string, seq: number | undefined): Verdict {
  if (seq === undefined || current === null || POSITIONS.has(event)) return "apply";
  if (seq > current + 1) return "gap";
  if (seq === current + 1) return REPEATABLE.has(event) && isAnswer(event) ? "gap" : "apply";
  return REPEATABLE.has(event) ? "apply" : "repeat";
}

/** An answer never takes a number of its own, so a higher one means that an event was lost. */
function isAnswer(event: string): boolean {
  return event === "game:valid_moves" || event === "afk:status";
}

/** The highest number known after `event`. */
export function advance(current: number | null, event: string, seq: number | undefined): number | null {
  if (seq === undefined) return current;
  return POSITIONS.has(event) || current === null ? seq : Math.max(current, seq);
}
