// Small helpers to draw SVG in units where a square is 100 wide.
import type { View } from "./view.js";

/** The width of a square in drawing units. */
export const UNIT = 100;

/** A point in drawing units. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Attributes by name. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Makes an SVG element with attributes and children. */
export function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Attributes, ...children: (Element | string)[]): SVGElementTagNameMap[Tag] {
  return populate(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Makes an empty group. */
export function layer(name: string): SVGGElement {
  return svg("g", { class: name });
}

/** Makes a circle round the origin, 96 long whatever its size, so that dashes close up. */
export function circle(kind: string, r: number): SVGCircleElement {
  return svg("circle", { class: kind, r, pathLength: 96 });
}

/** Makes an HTML element with attributes and children. */
export function html<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Attributes,
  ...children: (Element | string)[]
): HTMLElementTagNameMap[Tag] {
  return populate(document.createElement(tag), attributes, children);
}

/** The middle of a square. */
export function centre(view: View, square: number): Point {
  const { column, row } = view.place(square);
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

function populate<Made extends Element>(element: Made, attributes: Attributes = {}, children: (Element | string)[]): Made {
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
  element.append(...children);
  return element;
}
