// <tictactoe-board>: three by three cells; every empty cell may be played by the mark to move.
import { BoardElement } from "../../../board/src/board-element.js";
import { type Command, commandOf } from "../../../board/src/commands.js";
import { centre, svg, UNIT } from "../../../board/src/drawing.js";
import { stepTime } from "../../../board/src/motion.js";
import { defineProperties } from "../../../board/src/properties.js";
import type { RefusalCode } from "../../../board/src/refusal.js";
import { fill } from "../../../board/src/template.js";
import { View } from "../../../board/src/view.js";
import type { TicTacToeMessages } from "./messages.js";
import { CHECKS, DEFAULTS, DEFINITIONS, type Mark, messagesOf, type TicTacToeEvents, type TicTacToeProperties } from "./properties.js";
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
export class TicTacToeBoard extends BoardElement<TicTacToeProperties> {
  static readonly definitions = DEFINITIONS;
  static readonly observedAttributes = [...DEFINITIONS.attributes.keys()];

  #cells: readonly (Mark | null)[] = DEFAULTS.board;
  #pending: number | null = null;
  readonly #marks = svg("g");
  readonly #drawnMarks = new Map<number, { mark: Mark; node: Element }>();
  readonly #signs = svg("g", { class: "signs" });
  readonly #digits = svg("g", { class: "digits" });

  constructor() {
    super(DEFAULTS, css);
    const ground = svg("rect", { class: "light", width: 3 * UNIT, height: 3 * UNIT });
    this.canvas.append(ground, this.#digits, this.#signs, svg("path", { class: "lines", d: LINES }), this.#marks);
    this.grid.element.addEventListener("click", (event) => this.#tap(this.grid.squareOf(event)));
    this.grid.element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Marks the cell that a digit from 1 to 9 names; tells whether it was understood. */
  typed(text: string): boolean {
    this.flush();
    const cell = /^[1-9]$/.test(text.trim()) ? Number(text) - 1 : null;
    if (cell === null) return this.#refuseCell("out_of_board", null, { text: text.trim() });
    return this.#mark(cell);
  }

  /** Undoes a mark that was drawn before the host answered, with the reason for the player. */
  takeBack(reason?: string): void {
    this.flush();
    this.#pending = null;
    this.#cells = this.board;
    this.#redraw();
    if (reason) this.tell(reason);
  }

  protected override update(changed: ReadonlySet<keyof TicTacToeProperties>, first: boolean): void {
    const { coordinates, theme, scheme, interactive, winningLine, lastMove } = this.values;
    Object.assign(this.root.dataset, { coordinates, theme, scheme, interactive });
    this.shape(VIEW);
    if (first || changed.has("board")) this.#cells = this.board;
    if (changed.has("board") || changed.has("turn")) this.#pending = null;
    this.#redraw();
    if (first) return;
    if (changed.has("lastMove") && lastMove !== null) this.announce(this.#lastWords());
    const winner = winningLine && this.#cells[winningLine[0] ?? -1];
    if (changed.has("winningLine") && winner) {
      this.announce(this.#say("won", { side: this.sides[winner], squares: winningLine.map((cell) => this.#cellName(cell)).join(", ") }));
    }
  }

  get #acting(): boolean {
    const { interactive, turn, you } = this.values;
    return interactive && turn !== null && this.#pending === null && (you === null || you === turn);
  }

  #redraw(): void {
    const cells = this.#cells;
    const { lastMove, winningLine } = this;
    const messages = messagesOf(this.values);
    for (const cell of CELLS) this.#drawCell(cell, cells[cell] ?? null);
    this.#signs.replaceChildren(...this.#drawSigns());
    this.#digits.replaceChildren(...CELLS.filter((cell) => !cells[cell]).map(digit));
    const you = this.you && this.#say("youPlay", { side: this.sides[this.you] });
    const home = CELLS.find((cell) => !cells[cell]) ?? 0;
    this.grid.draw(VIEW, [messages.board, you].filter(Boolean).join(", "), home, (cell) => {
      const mark = cells[cell];
      const parts = [
        this.#cellName(cell),
        mark ? this.sides[mark] : messages.empty,
        !mark && this.#acting && messages.canMove,
        cell === lastMove && messages.lastMove,
        winningLine?.includes(cell) && messages.winning,
      ];
      return { label: parts.filter(Boolean).join(", "), selected: false };
    });
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
    const { lastMove, winningLine } = this;
    const box = (cell: number, inset: number, name: string): Element => {
      const { x, y } = centre(VIEW, cell);
      const side = UNIT - 2 * inset;
      return svg("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 6 });
    };
    const [first, , last] = (winningLine ?? []).map((cell) => centre(VIEW, cell));
    return [
      ...(winningLine ?? []).map((cell) => box(cell, 4, "win")),
      ...(lastMove === null || winningLine ? [] : [box(lastMove, 9, "last")]),
      ...(first && last ? [svg("path", { d: `M${first.x} ${first.y}L${last.x} ${last.y}` })] : []),
    ];
  }

  #tap(cell: number | null): void {
    this.flush();
    this.notice.hide();
    if (cell !== null && this.interactive) this.#mark(cell);
  }

  #mark(cell: number): boolean {
    const { turn } = this;
    if (turn === null) return this.#refuseCell("game_over", cell);
    if (!this.#acting) return this.#refuseCell("not_your_turn", cell);
    if (this.#cells[cell]) return this.#refuseCell("cell_taken", cell);
    this.#pending = cell;
    if (this.emit("move", { position: cell }, true)) this.#cells = this.#cells.with(cell, turn);
    else this.#pending = null;
    this.#redraw();
    return true;
  }

  #refuseCell(code: RefusalCode, cell: number | null, values: Record<string, string> = {}): false {
    const square = cell === null ? "" : this.#cellName(cell);
    this.refuse({ code, square: cell, message: this.#say(code as "cell_taken", { square, ...values }) });
    return false;
  }

  #pressed(event: KeyboardEvent): void {
    const command = commandOf(event, this.shortcuts);
    if (!command) return;
    this.flush();
    this.notice.hide();
    if (this.#obey(command)) event.preventDefault();
  }

  #obey(command: Command): boolean {
    const here = this.grid.square ?? 0;
    switch (command.kind) {
      case "go":
        this.grid.focus(VIEW.neighbour(here, command.direction));
        return true;
      case "edge":
        this.grid.focus((command.whole ? VIEW.order() : VIEW.row(VIEW.place(here).row)).at(command.last ? -1 : 0) ?? here);
        return true;
      case "digit":
        this.grid.focus(command.digit - 1);
        return true;
      case "act":
        this.#tap(here);
        return true;
      case "last":
        this.tell(this.#lastWords());
        return true;
      case "turn":
        this.tell([this.turn ? this.#say("turnOf", { side: this.sides[this.turn] }) : this.#say("game_over"), this.status].filter(Boolean).join(". "));
        return true;
      case "own":
      case "opposing":
        this.tell(this.#marksOf(command.kind === "own"));
        return true;
      case "help":
        this.tell(this.#say("help"));
        return true;
      default:
        return false;
    }
  }

  #marksOf(own: boolean): string {
    const mine = this.you ?? this.turn ?? "X";
    const mark = own ? mine : mine === "X" ? "O" : "X";
    const squares = CELLS.filter((cell) => this.#cells[cell] === mark).map((cell) => this.#cellName(cell));
    return this.#say("pieces", { side: this.sides[mark], squares: squares.join(", ") || this.#say("none") });
  }

  #lastWords(): string {
    const mark = this.lastMove === null ? null : this.#cells[this.lastMove];
    if (this.lastMove === null || !mark) return this.#say("noLastMove");
    return this.#say("marked", { side: this.sides[mark], square: this.#cellName(this.lastMove) });
  }

  #cellName(cell: number): string {
    return `${cell + 1} ${this.#say("cells").split("|")[cell] ?? ""}`;
  }

  #say(name: keyof TicTacToeMessages, values?: Readonly<Record<string, string>>): string {
    return fill(messagesOf(this.values)[name], values);
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
