// Small helpers to draw SVG in units where a square is 100 wide.
import type { View } from "./view.js";

/** The width of a square in drawing units. */
export const UNIT = 100;

/** A point in drawing units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Makes an SVG element with attributes and children. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: Element[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Makes an HTML element with attributes and children. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Element | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The middle of a square. */
export function centre(view: View, square: number): Point {
  const { column, row } = view.place(square);
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}
