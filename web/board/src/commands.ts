// The commands of the keyboard.
import type { Direction } from "./view.js";

/** A command of the keyboard. */
export type Command =
  | { readonly kind: "go"; readonly direction: Direction }
  | { readonly kind: "edge"; readonly last: boolean; readonly whole: boolean }
  | { readonly kind: "digit"; readonly digit: number }
  | { readonly kind: "movable" | "target"; readonly back: boolean }
  | { readonly kind: Plain };

type Plain = "act" | "cancel" | "undo" | "last" | "turn" | "own" | "opposing" | "lines" | "flip" | "help";

const KEYS: Readonly<Record<string, Plain>> = { Enter: "act", " ": "act", Escape: "cancel", Backspace: "undo" };

const LETTERS: Readonly<Record<string, Plain>> = {
  l: "last",
  t: "turn",
  p: "own",
  o: "opposing",
  x: "lines",
  f: "flip",
  "?": "help",
};

/** The command of a key press, or `null`; letters and digits are commands only if `shortcuts` is true. */
export function commandOf(event: KeyboardEvent, shortcuts: boolean): Command | null {
  const { key, ctrlKey: whole, shiftKey: back } = event;
  if (key === "Home" || key === "End") return { kind: "edge", last: key === "End", whole };
  if (whole || event.altKey || event.metaKey) return null;
  const [, direction] = /^Arrow(.+)/.exec(key) ?? [];
  if (direction) return { kind: "go", direction: direction.toLowerCase() as Direction };
  const letter = key.toLowerCase();
  const kind = KEYS[key] ?? (shortcuts && LETTERS[letter]);
  if (kind || !shortcuts) return kind ? { kind } : null;
  if (letter === "m" || letter === "d") return { kind: letter === "m" ? "movable" : "target", back };
  return /^[1-9]$/.test(key) ? { kind: "digit", digit: Number(key) } : null;
}
