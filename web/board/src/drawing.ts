// Helpers to create SVG and HTML; a square is 100 units wide.
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

/** Creates an SVG element with attributes and children. */
export function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Attributes, ...children: (Element | string)[]): SVGElementTagNameMap[Tag] {
  return populate(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Creates an empty group with a class. */
export function layer(name: string): SVGGElement {
  return svg("g", { class: name });
}

/** Creates a circle around the origin; its path length is always 96, so that dashes fit evenly. */
export function circle(kind: string, r: number): SVGCircleElement {
  return svg("circle", { class: kind, r, pathLength: 96 });
}

/** Creates an HTML element with attributes and children. */
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
