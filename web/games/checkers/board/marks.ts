// The marks on the draughts board; each state has a distinct shape, so that none is shown by colour alone.
import { centre, circle, svg, UNIT } from "../../../board/src/drawing.js";
import type { View } from "../../../board/src/view.js";
import type { Choice, Target } from "./choice.js";
import { captured, landings, type Move, type Position } from "./move.js";
import type { Premove } from "./premove.js";

/** How far from the middle of the last square the path of the last move ends. */
const END_OF_PATH = 55;

/** Draws the last move under the pieces: corners where it began, a frame where it ended, its path and its captures. */
export function drawLastMove(view: View, move: Move | null): Element[] {
  if (!move) return [];
  const route = [move.from, ...landings(move)];
  return [
    svg("rect", { class: "last-from", pathLength: 96, ...box(view, move.from, 3) }),
    svg("rect", { class: "last-to", ...box(view, move.to, 2.5) }),
    svg("polyline", { class: "last-path", points: pathTo(view, route) }),
    ...captured(move).map((square) => at(view, square, svg("path", { d: "M-11 -11 11 11M-11 11 11 -11" }))),
    ...route.slice(1, -1).map((square) => at(view, square, circle("last-landing", 9))),
  ];
}

/** Draws, under the pieces, the rings of those that must capture, or the selected piece and its route so far. */
export function drawHolding(view: View, obliged: Iterable<number>, choice: Choice | null): Element[] {
  if (!choice) return [...obliged].map((square) => at(view, square, circle("must", 43)));
  return [svg("rect", { class: "selected", ...box(view, choice.from, 3) }), svg("polyline", { points: points(view, [choice.from, ...choice.steps]) })];
}

/** Draws, under the pieces, a premove: a frame of dashes at both ends, and a line between them. */
export function drawPremove(view: View, premove: Premove | null): Element[] {
  if (!premove) return [];
  const ends = [premove.from, premove.to];
  return [
    ...ends.map((square) => svg("rect", { class: "premove", pathLength: 96, ...box(view, square, 4) })),
    svg("polyline", { class: "premove-path", points: points(view, ends) }),
  ];
}

/** Draws, over the pieces, where the selected piece may go. */
export function drawTargets(view: View, position: Position, targets: readonly Target[]): Element[] {
  return targets.map((target) => at(view, target.square, ...targetShape(target, position)));
}

function targetShape(target: Target, position: Position): Element[] {
  if (target.number !== null) {
    const number = svg("text", { class: "route-number", y: 13 }, String(target.number));
    return [circle("route", 26), number];
  }
  if (target.kind === "step") return [circle("step", 9)];
  if (position[target.square]) return [circle("home", 43)];
  return target.takes ? [circle("takes", 21), circle("target", 9)] : [circle("target", 15)];
}

function box(view: View, square: number, inset: number): Record<string, number> {
  const { column, row } = view.place(square);
  const side = UNIT - 2 * inset;
  return { x: column * UNIT + inset, y: row * UNIT + inset, width: side, height: side, rx: 6 };
}

function at(view: View, square: number, ...shapes: Element[]): Element {
  const { x, y } = centre(view, square);
  return svg("g", { transform: `translate(${x} ${y})` }, ...shapes);
}

/** The points of a route; it ends before the man that has arrived, where its coordinate is. */
function pathTo(view: View, squares: readonly number[]): string {
  const [from, to] = squares.slice(-2).map((square) => centre(view, square));
  if (!from || !to) return "";
  const rest = END_OF_PATH / Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return `${points(view, squares.slice(0, -1))} ${to.x + (from.x - to.x) * rest},${to.y + (from.y - to.y) * rest}`;
}

function points(view: View, squares: readonly number[]): string {
  return squares
    .map((square) => centre(view, square))
    .map(({ x, y }) => `${x},${y}`)
    .join(" ");
}
