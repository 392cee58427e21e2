// What a key press asks of a board.
import type { Direction } from "./view.js";

/** A wish told by the keyboard. */
export type Command =
  | { readonly kind: "go"; readonly direction: Direction }
  | { readonly kind: "edge"; readonly end: "first" | "last"; readonly whole: boolean }
  | { readonly kind: "digit"; readonly digit: number }
  | { readonly kind: "movable" | "target"; readonly back: boolean }
  | { readonly kind: Plain };

type Plain = "act" | "cancel" | "undo" | "last" | "turn" | "own" | "opposing" | "lines" | "flip" | "help";

const KEYS: Readonly<Record<string, Command>> = {
  ArrowUp: { kind: "go", direction: "up" },
  ArrowDown: { kind: "go", direction: "down" },
  ArrowLeft: { kind: "go", direction: "left" },
  ArrowRight: { kind: "go", direction: "right" },
  Enter: { kind: "act" },
  " ": { kind: "act" },
  Escape: { kind: "cancel" },
  Backspace: { kind: "undo" },
};

const LETTERS: Readonly<Record<string, Plain>> = {
  l: "last",
  t: "turn",
  p: "own",
  o: "opposing",
  x: "lines",
  f: "flip",
  "?": "help",
};

/** Understands a key press; letters and digits only when `shortcuts` are on. */
export function commandOf(event: KeyboardEvent, shortcuts: boolean): Command | null {
  if (event.key === "Home" || event.key === "End") {
    return { kind: "edge", end: event.key === "Home" ? "first" : "last", whole: event.ctrlKey };
  }
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const named = KEYS[event.key];
  if (named || !shortcuts) return named ?? null;
  if (/^[1-9]$/.test(event.key)) return { kind: "digit", digit: Number(event.key) };
  const letter = event.key.toLowerCase();
  if (letter === "m") return { kind: "movable", back: event.shiftKey };
  if (letter === "d") return { kind: "target", back: event.shiftKey };
  const kind = LETTERS[letter];
  return kind ? { kind } : null;
}
