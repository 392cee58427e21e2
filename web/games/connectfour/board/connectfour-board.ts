// <connectfour-board>: seven columns of six cells; a disc falls to the lowest free cell of the column that is chosen.
import { BoardElement } from "../../../board/src/board-element.js";
import { type Command, commandOf } from "../../../board/src/commands.js";
import { centre, svg, UNIT } from "../../../board/src/drawing.js";
import { stepTime } from "../../../board/src/motion.js";
import { defineProperties } from "../../../board/src/properties.js";
import type { RefusalCode } from "../../../board/src/refusal.js";
import { fill } from "../../../board/src/template.js";
import { count, View } from "../../../board/src/view.js";
import css from "./connectfour.css?inline";
import type { ConnectFourMessages } from "./messages.js";
import { CHECKS, type ConnectFourEvents, type ConnectFourProperties, DEFAULTS, DEFINITIONS, type Disc, messagesOf } from "./properties.js";

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
export class ConnectFourBoard extends BoardElement<ConnectFourProperties> {
  static readonly definitions = DEFINITIONS;
  static readonly observedAttributes = [...DEFINITIONS.attributes.keys()];

  #cells: readonly (Disc | null)[] = DEFAULTS.board;
  #pending: number | null = null;
  readonly #discs = svg("g");
  readonly #drawnDiscs = new Map<number, { disc: Disc; node: Element }>();
  readonly #signs = svg("g", { class: "signs" });
  readonly #digits = svg("g", { class: "digits" });

  constructor() {
    super(DEFAULTS, css);
    const holes = CELLS.map((cell) => svg("circle", { class: "hole", ...at(cell), r: RADIUS + 2 }));
    const rims = CELLS.map((cell) => svg("circle", { class: "rim", ...at(cell), r: RADIUS + 2 }));
    const ground = svg("rect", { class: "dark", width: COLUMNS * UNIT, height: ROWS * UNIT });
    this.canvas.append(ground, ...holes, this.#digits, this.#discs, ...rims, this.#signs);
    this.grid.element.addEventListener("click", (event) => this.#tap(this.grid.squareOf(event)));
    this.grid.element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Drops a disc into the column that a digit from 1 to 7 names; tells whether it was understood. */
  typed(text: string): boolean {
    this.flush();
    const column = /^[1-7]$/.test(text.trim()) ? Number(text) - 1 : null;
    if (column === null) return this.#refuseColumn("out_of_board", null, { text: text.trim() });
    return this.#drop(column);
  }

  /** Undoes a disc that was drawn before the host answered, with the reason for the player. */
  takeBack(reason?: string): void {
    this.flush();
    this.#pending = null;
    this.#cells = this.board;
    this.#redraw();
    if (reason) this.tell(reason);
  }

  protected override update(changed: ReadonlySet<keyof ConnectFourProperties>, first: boolean): void {
    const { coordinates, theme, scheme, interactive, winningCells, lastMove } = this.values;
    Object.assign(this.root.dataset, { coordinates, theme, scheme, interactive });
    this.shape(VIEW);
    if (first || changed.has("board")) this.#cells = this.board;
    if (changed.has("board") || changed.has("turn")) this.#pending = null;
    this.#redraw(!first);
    if (first) return;
    if (changed.has("lastMove") && lastMove !== null) this.announce(this.#lastWords());
    const winner = winningCells && this.#cells[winningCells[0] ?? -1];
    if (changed.has("winningCells") && winner) {
      this.announce(this.#say("won", { side: this.sides[winner], squares: winningCells.map((cell) => this.#cellName(cell)).join("; ") }));
    }
  }

  get #acting(): boolean {
    const { interactive, turn, you } = this.values;
    return interactive && turn !== null && this.#pending === null && (you === null || you === turn);
  }

  #redraw(falls = true): void {
    const cells = this.#cells;
    const { lastMove, winningCells } = this;
    const messages = messagesOf(this.values);
    for (const cell of CELLS) this.#drawCell(cell, cells[cell] ?? null, falls);
    this.#signs.replaceChildren(...this.#drawSigns());
    this.#digits.replaceChildren(
      ...count(COLUMNS)
        .filter((column) => !cells[column])
        .map(digit),
    );
    const you = this.you && this.#say("youPlay", { side: this.sides[this.you] });
    this.grid.draw(VIEW, [messages.board, you].filter(Boolean).join(", "), this.#landing(3) ?? 3, (cell) => {
      const disc = cells[cell];
      const parts = [
        this.#cellName(cell),
        disc ? this.sides[disc] : messages.empty,
        this.#acting && cell === this.#landing(cell % COLUMNS) && messages.canMove,
        cell === lastMove && messages.lastMove,
        winningCells?.includes(cell) && messages.winning,
      ];
      return { label: parts.filter(Boolean).join(", "), selected: false };
    });
  }

  #drawCell(cell: number, disc: Disc | null, falls: boolean): void {
    const before = this.#drawnDiscs.get(cell);
    if (before?.disc === disc) return;
    before?.node.remove();
    this.#drawnDiscs.delete(cell);
    if (!disc) return;
    const { cx, cy } = at(cell);
    // The colours are told apart by a ring as well, for those who do not see the difference.
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
    const { lastMove, winningCells } = this;
    const ring = (cell: number, name: string): Element => svg("circle", { class: name, ...at(cell), r: RADIUS });
    if (winningCells) return winningCells.map((cell) => ring(cell, "win"));
    return lastMove === null ? [] : [ring(lastMove, "last")];
  }

  /** The lowest free cell of a column; `null` if it is full. */
  #landing(column: number): number | null {
    const free = CELLS.filter((cell) => cell % COLUMNS === column && !this.#cells[cell]);
    return free.at(-1) ?? null;
  }

  #tap(cell: number | null): void {
    this.flush();
    this.notice.hide();
    if (cell !== null && this.interactive) this.#drop(cell % COLUMNS);
  }

  #drop(column: number): boolean {
    const { turn } = this;
    const cell = this.#landing(column);
    if (turn === null) return this.#refuseColumn("game_over", column);
    if (!this.#acting) return this.#refuseColumn("not_your_turn", column);
    if (cell === null) return this.#refuseColumn("cell_taken", column);
    this.#pending = column;
    if (this.emit("move", { column }, true)) this.#cells = this.#cells.with(cell, turn);
    else this.#pending = null;
    this.#redraw();
    return true;
  }

  #refuseColumn(code: RefusalCode, column: number | null, values: Record<string, string> = {}): false {
    const square = column === null ? "" : this.#say("column", { column: String(column + 1) });
    this.refuse({ code, square: column, message: this.#say(code as "cell_taken", { square, ...values }) });
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
    const here = this.grid.square ?? 3;
    switch (command.kind) {
      case "go":
        this.grid.focus(VIEW.neighbour(here, command.direction));
        return true;
      case "edge":
        this.grid.focus((command.whole ? VIEW.order() : VIEW.row(VIEW.place(here).row)).at(command.last ? -1 : 0) ?? here);
        return true;
      case "digit":
        if (command.digit > COLUMNS) return false;
        this.grid.focus(this.#landing(command.digit - 1) ?? command.digit - 1);
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
        this.tell(this.#discsOf(command.kind === "own"));
        return true;
      case "help":
        this.tell(this.#say("help"));
        return true;
      default:
        return false;
    }
  }

  #discsOf(own: boolean): string {
    const mine = this.you ?? this.turn ?? "red";
    const disc = own ? mine : mine === "red" ? "yellow" : "red";
    const squares = CELLS.filter((cell) => this.#cells[cell] === disc).map((cell) => this.#cellName(cell));
    return this.#say("pieces", { side: this.sides[disc], squares: squares.join("; ") || this.#say("none") });
  }

  #lastWords(): string {
    const disc = this.lastMove === null ? null : this.#cells[this.lastMove];
    if (this.lastMove === null || !disc) return this.#say("noLastMove");
    return this.#say("dropped", { side: this.sides[disc], square: this.#cellName(this.lastMove) });
  }

  /** Columns from the left, rows from the bottom. */
  #cellName(cell: number): string {
    const { column, row } = VIEW.place(cell);
    return this.#say("cell", { column: String(column + 1), row: String(ROWS - row) });
  }

  #say(name: keyof ConnectFourMessages, values?: Readonly<Record<string, string>>): string {
    return fill(messagesOf(this.values)[name], values);
  }
}

/** The middle of a cell. */
function at(cell: number): { cx: number; cy: number } {
  const { x, y } = centre(VIEW, cell);
  return { cx: x, cy: y };
}

/** The number of a column with room, in its highest cell. */
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
