// Draws the squares and the coordinates of a board.
import { svg, UNIT } from "./drawing.js";
import { count, type View } from "./view.js";

/** Where coordinates are drawn: `auto` along the edges if the notation has letters, else in every square. */
export type Coordinates = "auto" | "squares" | "off";

/** The distance of a label from the edges of its square, beyond the frame of the last move, and the height of its digits. */
const INSET = 7;
const HEIGHT = 11;
const LETTERED = /^([a-z])(\d+)$/i;

/** Draws the squares; a board on which every square is playable gets lines instead of chequers. */
export function drawSquares(view: View): Element[] {
  const { columns, rows } = view;
  const ground = svg("rect", { class: view.solid ? "dark" : "light", width: columns * UNIT, height: rows * UNIT });
  return [ground, view.solid ? lines(view) : chequers(view)];
}

/** Draws the labels of the variant's own notation. */
export function drawCoordinates(view: View, labels: readonly (string | null)[], mode: Coordinates): Element[] {
  if (mode === "off") return [];
  const lettered = [...view.playable].every((square) => LETTERED.test(labels[square] ?? ""));
  return lettered && mode === "auto" ? edgeLabels(view, labels) : squareLabels(view, labels);
}

function chequers(view: View): Element {
  const squares = [...view.playable].map((square) => {
    const { column, row } = view.place(square);
    return `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
  });
  return svg("path", { class: "dark", d: squares.join("") });
}

function lines(view: View): Element {
  const { columns, rows } = view;
  const down = count(columns).map((column) => `M${column * UNIT} 0v${rows * UNIT}`);
  const across = count(rows).map((row) => `M0 ${row * UNIT}h${columns * UNIT}`);
  return svg("path", { class: "lines", d: [...down, ...across].join("") });
}

function squareLabels(view: View, labels: readonly (string | null)[]): Element[] {
  return [...view.playable].map((square) => {
    const { column, row } = view.place(square);
    return text(labels[square] ?? "", column * UNIT + INSET, row * UNIT + INSET + HEIGHT, "on-dark");
  });
}

function edgeLabels(view: View, labels: readonly (string | null)[]): Element[] {
  const files = new Map<number, string>();
  const ranks = new Map<number, string>();
  for (const square of view.playable) {
    const { column, row } = view.place(square);
    const [, file = "", rank = ""] = LETTERED.exec(labels[square] ?? "") ?? [];
    files.set(column, file);
    ranks.set(row, rank);
  }
  const bottom = view.rows - 1;
  const ink = (column: number, row: number): string => (view.playable.has(view.squareAt({ column, row }) ?? -1) ? "on-dark" : "on-light");
  return [
    ...[...files].map(([column, file]) => text(file, (column + 1) * UNIT - INSET, (bottom + 1) * UNIT - INSET, `end ${ink(column, bottom)}`)),
    ...[...ranks].map(([row, rank]) => text(rank, INSET, row * UNIT + INSET + HEIGHT, ink(0, row))),
  ];
}

function text(content: string, x: number, y: number, kind: string): Element {
  return svg("text", { class: kind, x, y }, content);
}
