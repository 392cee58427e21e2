// <connectfour-board>: seven columns of six cells; a disc falls to the lowest free cell of the chosen column.
import { centre, svg, UNIT } from "../../../board/src/drawing.js";
import { stepTime } from "../../../board/src/motion.js";
import { PlacingBoard } from "../../../board/src/placing-board.js";
import { defineProperties } from "../../../board/src/properties.js";
import { count, View } from "../../../board/src/view.js";
import css from "./connectfour.css?inline";
import { CONNECTFOUR_MESSAGES, type ConnectFourMessages } from "./messages.js";
import { CHECKS, type ConnectFourEvents, type ConnectFourProperties, DEFAULTS, DEFINITIONS, type Disc } from "./properties.js";

const COLUMNS = 7;
const ROWS = 6;
const CELLS = count(COLUMNS * ROWS);
const VIEW = new View(COLUMNS, ROWS, CELLS, false);
const RADIUS = 38;

export interface ConnectFourBoard extends ConnectFourProperties {
  addEventListener<Name extends keyof ConnectFourEvents>(
    type: Name,
    listener: (event: ConnectFourEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The connect four board element. */
export class ConnectFourBoard extends PlacingBoard<Disc, ConnectFourMessages, ConnectFourProperties> {
  static readonly definitions = DEFINITIONS;
  static readonly observedAttributes = [...DEFINITIONS.attributes.keys()];

  protected readonly winningName = "winningCells";
  protected readonly placedName = "dropped";
  protected readonly separator = "; ";
  readonly #discs = svg("g");
  readonly #drawnDiscs = new Map<number, { disc: Disc; node: Element }>();
  readonly #signs = svg("g", { class: "signs" });
  readonly #digits = svg("g", { class: "digits" });

  constructor() {
    super(DEFAULTS, css, VIEW, CONNECTFOUR_MESSAGES, ["red", "yellow"]);
    const holes = CELLS.map((cell) => svg("circle", { class: "hole", ...at(cell), r: RADIUS + 2 }));
    const rims = CELLS.map((cell) => svg("circle", { class: "rim", ...at(cell), r: RADIUS + 2 }));
    const ground = svg("rect", { class: "dark", width: COLUMNS * UNIT, height: ROWS * UNIT });
    this.canvas.append(ground, ...holes, this.#digits, this.#discs, ...rims, this.#signs);
  }

  /** Drops a disc into the column of a digit from 1 to 7; returns whether the text was understood. */
  typed(text: string): boolean {
    this.flush();
    const column = /^[1-7]$/.test(text.trim()) ? Number(text) - 1 : null;
    return column === null ? this.refuseCell("out_of_board", null, { text: text.trim() }) : this.place(column);
  }

  protected get winning(): readonly number[] | null {
    return this.values.winningCells;
  }

  protected get home(): number {
    return this.landing(3) ?? 3;
  }

  /** The lowest free cell of the column. */
  protected landing(chosen: number): number | null {
    return CELLS.findLast((cell) => cell % COLUMNS === chosen % COLUMNS && !this.cells[cell]) ?? null;
  }

  protected digit(digit: number): number | null {
    return digit > COLUMNS ? null : (this.landing(digit - 1) ?? digit - 1);
  }

  protected moveTo(cell: number): object {
    return { column: cell % COLUMNS };
  }

  /** Columns from the left, rows from the bottom. */
  protected cellName(cell: number): string {
    const { column, row } = VIEW.place(cell);
    return this.say("cell", { column: String(column + 1), row: String(ROWS - row) });
  }

  protected placeName(cell: number): string {
    return this.say("column", { column: String((cell % COLUMNS) + 1) });
  }

  protected drawPieces(falls: boolean): void {
    for (const cell of CELLS) this.#drawCell(cell, this.cells[cell] ?? null, falls);
    this.#signs.replaceChildren(...this.#drawSigns());
    this.#digits.replaceChildren(
      ...count(COLUMNS)
        .filter((column) => !this.cells[column])
        .map(digit),
    );
  }

  #drawCell(cell: number, disc: Disc | null, falls: boolean): void {
    const before = this.#drawnDiscs.get(cell);
    if (before?.disc === disc) return;
    before?.node.remove();
    this.#drawnDiscs.delete(cell);
    if (!disc) return;
    const { cx, cy } = at(cell);
    // Rings of different size tell the sides apart without colour.
    const node = svg(
      "g",
      { class: `disc ${disc}` },
      svg("circle", { cx, cy, r: RADIUS }),
      svg("circle", { class: "ring", cx, cy, r: disc === "red" ? 24 : 10 }),
    );
    this.#discs.append(node);
    this.#drawnDiscs.set(cell, { disc, node });
    const rows = VIEW.place(cell).row + 1;
    const time = falls ? stepTime(this.animation, this.stepDuration, rows) * rows : 0;
    if (time > 0) node.animate([{ transform: `translateY(${-rows * UNIT}px)` }, { transform: "none" }], { duration: time, easing: "ease-in" });
  }

  #drawSigns(): Element[] {
    const { lastMove, premoveCell, winningCells } = this;
    const ring = (cell: number, name: string): Element => svg("circle", { class: name, ...at(cell), r: RADIUS });
    if (winningCells) return winningCells.map((cell) => ring(cell, "win"));
    const last = lastMove === null ? [] : [ring(lastMove, "last")];
    return premoveCell === null ? last : [...last, ring(premoveCell, "premove")];
  }
}

/** The middle of a cell. */
function at(cell: number): { cx: number; cy: number } {
  const { x, y } = centre(VIEW, cell);
  return { cx: x, cy: y };
}

/** The number of a column that is not full, in its highest cell. */
function digit(column: number): Element {
  const { x, y } = centre(VIEW, column);
  return svg("text", { x, y: y + 6, "text-anchor": "middle" }, String(column + 1));
}

defineProperties(ConnectFourBoard.prototype, DEFINITIONS, CHECKS);

declare global {
  interface HTMLElementTagNameMap {
    "connectfour-board": ConnectFourBoard;
  }
}
