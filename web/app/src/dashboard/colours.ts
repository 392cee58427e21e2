// Colours of a board and how well they can be told apart.

import type { BoardColours } from "@parlour/sdk";

/** Where the choice begins. */
export const DEFAULT_COLOURS: BoardColours = { light: "#f0d9b5", dark: "#a5744a", first: "#fbf6ea", second: "#2b2320", mark: "#082a66" };

/** The names of the colours; each is a custom property `--parlour-…` of the elements. */
export const NAMES = Object.keys(DEFAULT_COLOURS) as (keyof BoardColours)[];

/** What must be told apart: pieces from the squares they stand on and from each other, and destinations from squares. */
export const PAIRS: readonly (readonly [keyof BoardColours, keyof BoardColours])[] = [
  ["first", "dark"],
  ["second", "dark"],
  ["first", "second"],
  ["mark", "dark"],
];

/** The contrast of two colours by WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether shapes of this contrast can be told apart (WCAG 1.4.11). */
export function isReadable(ratio: number): boolean {
  return ratio >= 3;
}

/** Whether every colour is the same. */
export function areEqual(some: BoardColours, others: BoardColours | null): boolean {
  return others !== null && NAMES.every((name) => some[name] === others[name]);
}

/** The rule for a page's own style sheet, for elements with these names. */
export function styleText(colours: BoardColours, tags: readonly string[]): string {
  const lines = Object.entries(colours).map(([name, colour]) => `  --parlour-${name}: ${colour};`);
  return `${tags.join(", ")} {\n${lines.join("\n")}\n}`;
}

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
