// <tictactoe-board>: three by three cells; every empty cell may be played by the mark to move.
import { centre, svg, UNIT } from "../../../board/src/drawing.js";
import { stepTime } from "../../../board/src/motion.js";
import { PlacingBoard } from "../../../board/src/placing-board.js";
import { defineProperties } from "../../../board/src/properties.js";
import { View } from "../../../board/src/view.js";
import { TICTACTOE_MESSAGES, type TicTacToeMessages } from "./messages.js";
import { CHECKS, DEFAULTS, DEFINITIONS, type Mark, type TicTacToeEvents, type TicTacToeProperties } from "./properties.js";
import css from "./tictactoe.css?inline";

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const VIEW = new View(3, 3, CELLS, false);
const LINES = `M${UNIT} 8V${3 * UNIT - 8}M${2 * UNIT} 8V${3 * UNIT - 8}M8 ${UNIT}H${3 * UNIT - 8}M8 ${2 * UNIT}H${3 * UNIT - 8}`;

export interface TicTacToeBoard extends TicTacToeProperties {
  addEventListener<Name extends keyof TicTacToeEvents>(
    type: Name,
    listener: (event: TicTacToeEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** The tic-tac-toe board element. */
export class TicTacToeBoard extends PlacingBoard<Mark, TicTacToeMessages, TicTacToeProperties> {
  static readonly definitions = DEFINITIONS;
  static readonly observedAttributes = [...DEFINITIONS.attributes.keys()];

  protected readonly winningName = "winningLine";
  protected readonly placedName = "marked";
  protected readonly separator = ", ";
  readonly #marks = svg("g");
  readonly #drawnMarks = new Map<number, { mark: Mark; node: Element }>();
  readonly #signs = svg("g", { class: "signs" });
  readonly #digits = svg("g", { class: "digits" });

  constructor() {
    super(DEFAULTS, css, VIEW, TICTACTOE_MESSAGES, ["X", "O"]);
    const ground = svg("rect", { class: "light", width: 3 * UNIT, height: 3 * UNIT });
    this.canvas.append(ground, this.#digits, this.#signs, svg("path", { class: "lines", d: LINES }), this.#marks);
  }

  /** Marks the cell of a digit from 1 to 9; returns whether the text was understood. */
  typed(text: string): boolean {
    this.flush();
    const cell = /^[1-9]$/.test(text.trim()) ? Number(text) - 1 : null;
    return cell === null ? this.refuseCell("out_of_board", null, { text: text.trim() }) : this.place(cell);
  }

  protected get winning(): readonly number[] | null {
    return this.values.winningLine;
  }

  protected get home(): number {
    return CELLS.find((cell) => !this.cells[cell]) ?? 0;
  }

  protected landing(cell: number): number | null {
    return this.cells[cell] ? null : cell;
  }

  protected digit(digit: number): number {
    return digit - 1;
  }

  protected moveTo(position: number): object {
    return { position };
  }

  protected cellName(cell: number): string {
    return `${cell + 1} ${this.say("cells").split("|")[cell] ?? ""}`;
  }

  protected placeName(cell: number): string {
    return this.cellName(cell);
  }

  protected drawPieces(): void {
    for (const cell of CELLS) this.#drawCell(cell, this.cells[cell] ?? null);
    this.#signs.replaceChildren(...this.#drawSigns());
    this.#digits.replaceChildren(...CELLS.filter((cell) => !this.cells[cell]).map(digit));
  }

  #drawCell(cell: number, mark: Mark | null): void {
    const before = this.#drawnMarks.get(cell);
    if (before?.mark === mark) return;
    before?.node.remove();
    this.#drawnMarks.delete(cell);
    if (!mark) return;
    const { x, y } = centre(VIEW, cell);
    const node =
      mark === "X"
        ? svg("path", { class: "mark cross", d: "M-24 -24 24 24M24 -24 -24 24", transform: `translate(${x} ${y})` })
        : svg("circle", { class: "mark nought", r: 26, cx: x, cy: y });
    this.#marks.append(node);
    this.#drawnMarks.set(cell, { mark, node });
    const time = stepTime(this.animation, this.stepDuration, 1);
    if (time > 0) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: time, easing: "ease-out" });
  }

  #drawSigns(): Element[] {
    const { lastMove, premoveCell, winningLine } = this;
    const box = (cell: number, inset: number, name: string): Element => {
      const { x, y } = centre(VIEW, cell);
      const side = UNIT - 2 * inset;
      return svg("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 6 });
    };
    const [first, , last] = (winningLine ?? []).map((cell) => centre(VIEW, cell));
    return [
      ...(winningLine ?? []).map((cell) => box(cell, 4, "win")),
      ...(lastMove === null || winningLine ? [] : [box(lastMove, 9, "last")]),
      ...(premoveCell === null ? [] : [box(premoveCell, 20, "premove")]),
      ...(first && last ? [svg("path", { d: `M${first.x} ${first.y}L${last.x} ${last.y}` })] : []),
    ];
  }
}

/** The number of an empty cell, in its corner. */
function digit(cell: number): Element {
  const { x, y } = centre(VIEW, cell);
  return svg("text", { x: x - 43, y: y - 36 }, String(cell + 1));
}

defineProperties(TicTacToeBoard.prototype, DEFINITIONS, CHECKS);

declare global {
  interface HTMLElementTagNameMap {
    "tictactoe-board": TicTacToeBoard;
  }
}
