// The base class of boards on which pieces are placed and never moved: turns, keyboard and announcements.
import { BoardElement } from "./board-element.js";
import { type Command, commandOf } from "./commands.js";
import type { AnimationWish } from "./motion.js";
import { type Check, list, oneOf, within } from "./properties.js";
import type { RefusalCode } from "./refusal.js";
import { fill } from "./template.js";
import { THEMES, type Theme } from "./theme.js";
import type { View } from "./view.js";

/** The properties of every such board. */
export interface PlacingProperties<Side extends string, Messages extends PlacingMessages> {
  /** The cells row by row from the top left. */
  board: readonly (Side | null)[];
  /** The side to move; `null` when the game is not running. */
  turn: Side | null;
  /** The side of this player; `null` plays both. */
  you: Side | null;
  /** The cell of the last move. */
  lastMove: number | null;
  interactive: boolean;
  /** Whether the player may choose one move before their turn; it is made when the turn comes, if it is possible then. */
  premoves: boolean;
  /** Whether the board shows the numbers of cells or columns. */
  coordinates: "auto" | "off";
  animation: AnimationWish;
  /** Milliseconds of one step of the animation. */
  stepDuration: number;
  /** Whether single letters and digits are commands while the board has the focus. */
  shortcuts: boolean;
  theme: Theme;
  /** Light or dark; `auto` follows the system. */
  scheme: "auto" | "light" | "dark";
  /** Text that is announced with the turn, such as the clocks. */
  status: string;
  /** The display names of the sides. */
  sides: Readonly<Record<Side, string>>;
  /** Sentences that replace the English ones. */
  messages: Readonly<Partial<Messages>>;
}

/** The messages that every such board has. */
export interface PlacingMessages {
  readonly board: string;
  readonly youPlay: string;
  readonly empty: string;
  readonly canMove: string;
  readonly lastMove: string;
  readonly winning: string;
  readonly won: string;
  readonly noLastMove: string;
  readonly turnOf: string;
  readonly pieces: string;
  readonly none: string;
  readonly premove: string;
  readonly premoveSet: string;
  readonly premoveCancelled: string;
  readonly premoveFailed: string;
  readonly help: string;
  readonly cell_taken: string;
  readonly game_over: string;
  readonly not_your_turn: string;
  readonly out_of_board: string;
}

/** The defaults that do not depend on the game. */
export const PLACING_DEFAULTS = {
  turn: null,
  you: null,
  lastMove: null,
  interactive: true,
  premoves: false,
  coordinates: "auto",
  animation: "auto",
  shortcuts: true,
  theme: "wood",
  scheme: "auto",
  status: "",
  messages: {},
} as const;

/** The checks of the properties for a board with this many cells (`count` in words) and these sides. */
export function placingChecks(cells: number, count: string, sides: string): Record<string, Check> {
  return {
    board: (value, name) => {
      list(value, name);
      if ((value as unknown[]).length !== cells) throw new RangeError(`${name} must have ${count} cells`);
    },
    turn: oneOf(sides),
    you: oneOf(sides),
    coordinates: oneOf("auto off"),
    animation: oneOf("auto on off"),
    stepDuration: within(0, 60_000),
    theme: oneOf(THEMES),
    scheme: oneOf("auto light dark"),
  };
}

/** A board on which each move places a piece. */
export abstract class PlacingBoard<
  Side extends string,
  Messages extends PlacingMessages & { readonly [Name in keyof Messages]: string },
  Properties extends PlacingProperties<Side, Messages>,
> extends BoardElement<Properties> {
  /** The cells as drawn: those of the host plus a move that it has not answered yet. */
  protected cells: readonly (Side | null)[];
  #pending = false;
  #premove: number | null = null;

  constructor(
    defaults: Properties,
    css: string,
    readonly view: View,
    private readonly english: Messages,
    private readonly both: readonly [Side, Side],
  ) {
    super(defaults, css);
    this.cells = defaults.board;
    this.grid.element.addEventListener("click", (event) => this.#tap(this.grid.squareOf(event)));
    this.grid.element.addEventListener("keydown", (event) => this.#onKeyDown(event));
  }

  /** Undoes a move that was drawn before the host answered, with the reason for the player. */
  takeBack(reason?: string): void {
    this.flush();
    this.#pending = false;
    this.cells = this.values.board;
    this.cancelPremove();
    this.redraw(true);
    if (reason) this.notify(reason);
  }

  /** Cancels the premove; returns whether there was one. */
  cancelPremove(): boolean {
    const had = this.#premove !== null;
    if (had) this.#setPremove(null);
    return had;
  }

  /** The cells that decided the game. */
  protected abstract get winning(): readonly number[] | null;
  /** The name of the property with them. */
  protected abstract readonly winningName: keyof Properties;
  /** The cell where a piece lands if this one is chosen; `null` if it cannot be placed. */
  protected abstract landing(cell: number): number | null;
  /** The cell of a digit key; `null` if there is none. */
  protected abstract digit(digit: number): number | null;
  /** The detail of the `move` event for a piece in this cell. */
  protected abstract moveTo(cell: number): object;
  /** The spoken name of a cell. */
  protected abstract cellName(cell: number): string;
  /** The spoken name of what is full when a piece cannot be placed at this cell. */
  protected abstract placeName(cell: number): string;
  /** The first tab stop. */
  protected abstract get home(): number;
  /** Draws the pieces and marks; `moves` if new pieces are animated. */
  protected abstract drawPieces(moves: boolean): void;
  /** The message key for a piece that was placed. */
  protected abstract readonly placedName: keyof Messages & string;
  /** What separates cells in a list. */
  protected abstract readonly separator: string;

  protected override update(changed: ReadonlySet<keyof Properties>, first: boolean): void {
    const { coordinates, theme, scheme, interactive, lastMove } = this.values;
    Object.assign(this.root.dataset, { coordinates, theme, scheme, interactive });
    this.shape(this.view);
    if (first || changed.has("board")) this.cells = this.values.board;
    if (changed.has("board") || changed.has("turn")) this.#pending = false;
    this.redraw(!first);
    if (first) return;
    if (changed.has("lastMove") && lastMove !== null) this.announce(this.#lastWords());
    const cells = this.winning;
    const winner = cells && this.cells[cells[0] ?? -1];
    if (changed.has(this.winningName) && winner) {
      this.announce(this.say("won", { side: this.values.sides[winner], squares: this.#list(cells) }));
    }
    if (interactive) this.#settlePremove();
  }

  /** Whether the player may act now. */
  protected get acting(): boolean {
    const { interactive, turn, you } = this.values;
    return interactive && turn !== null && !this.#pending && (you === null || you === turn);
  }

  /** Whether a move that is chosen now waits for the player's turn. */
  get #premoving(): boolean {
    const { interactive, premoves, turn, you } = this.values;
    return interactive && premoves && turn !== null && you !== null && !this.acting;
  }

  /** The cell where the piece of the premove would land now. */
  protected get premoveCell(): number | null {
    return this.#premove === null ? null : this.landing(this.#premove);
  }

  protected redraw(moves: boolean): void {
    const { lastMove, sides, you } = this.values;
    this.drawPieces(moves);
    const own = you && this.say("youPlay", { side: sides[you] });
    this.grid.draw(this.view, [this.say("board"), own].filter(Boolean).join(", "), this.home, (cell) => {
      const piece = this.cells[cell];
      const parts = [
        this.cellName(cell),
        piece ? sides[piece] : this.say("empty"),
        this.acting && cell === this.landing(cell) && this.say("canMove"),
        cell === this.premoveCell && this.say("premove"),
        cell === lastMove && this.say("lastMove"),
        this.winning?.includes(cell) && this.say("winning"),
      ];
      return { label: parts.filter(Boolean).join(", "), selected: false };
    });
  }

  /** Places a piece where this cell is chosen; returns whether that was possible. */
  protected place(chosen: number): boolean {
    const { turn } = this.values;
    if (turn === null) return this.refuseCell("game_over", chosen);
    if (!this.acting && !this.#premoving) return this.refuseCell("not_your_turn", chosen);
    const cell = this.landing(chosen);
    if (cell === null) return this.refuseCell("cell_taken", chosen);
    if (this.#premoving) return this.#setPremove(cell === this.premoveCell ? null : cell);
    this.#pending = true;
    if (this.emit("move", this.moveTo(cell), true)) this.cells = this.cells.with(cell, turn);
    else this.#pending = false;
    this.redraw(true);
    return true;
  }

  /** Sets or cancels the premove, announces it and dispatches `premove`. */
  #setPremove(cell: number | null): true {
    this.#premove = cell;
    this.redraw(true);
    this.announce(cell === null ? this.say("premoveCancelled") : this.say("premoveSet", { square: this.placeName(cell) }));
    this.emit("premove", cell === null ? null : this.moveTo(cell));
    return true;
  }

  /** Makes the premove when the turn has come, or says why not; the end of the game cancels it. */
  #settlePremove(): void {
    const premove = this.#premove;
    if (premove === null || (this.values.turn !== null && !this.acting)) return;
    this.#premove = null;
    this.emit("premove", null);
    if (this.acting && this.landing(premove) !== null) {
      this.place(premove);
      return;
    }
    this.redraw(true);
    if (this.acting) this.notify(this.say("premoveFailed", { square: this.placeName(premove) }));
  }

  protected refuseCell(code: RefusalCode, cell: number | null, values: Record<string, string> = {}): false {
    const square = cell === null ? "" : this.placeName(cell);
    this.refuse({ code, square: cell, message: this.say(code as "cell_taken", { square, ...values }) });
    return false;
  }

  protected say(name: keyof Messages & string, values?: Readonly<Record<string, string>>): string {
    return fill(this.values.messages[name] ?? this.english[name], values);
  }

  #tap(cell: number | null): void {
    this.flush();
    this.notice.hide();
    if (cell !== null && this.values.interactive) this.place(cell);
  }

  #onKeyDown(event: KeyboardEvent): void {
    const command = commandOf(event, this.values.shortcuts);
    if (!command) return;
    this.flush();
    this.notice.hide();
    if (this.#runCommand(command)) event.preventDefault();
  }

  #runCommand(command: Command): boolean {
    const { view } = this;
    const here = this.grid.square ?? this.home;
    switch (command.kind) {
      case "go":
        this.grid.focus(view.neighbour(here, command.direction));
        return true;
      case "edge":
        this.grid.focus((command.whole ? view.order() : view.row(view.place(here).row)).at(command.last ? -1 : 0) ?? here);
        return true;
      case "digit": {
        const cell = this.digit(command.digit);
        if (cell !== null) this.grid.focus(cell);
        return cell !== null;
      }
      case "act":
        this.#tap(here);
        return true;
      case "cancel":
        return this.cancelPremove();
      case "last":
        this.notify(this.#lastWords());
        return true;
      case "turn":
        this.notify([this.#turnWords(), this.values.status].filter(Boolean).join(". "));
        return true;
      case "own":
      case "opposing":
        this.notify(this.#piecesOf(command.kind === "own"));
        return true;
      case "help":
        this.notify(this.say("help"));
        return true;
      default:
        return false;
    }
  }

  #turnWords(): string {
    const { sides, turn } = this.values;
    return turn ? this.say("turnOf", { side: sides[turn] }) : this.say("game_over");
  }

  #piecesOf(own: boolean): string {
    const [first, second] = this.both;
    const mine = this.values.you ?? this.values.turn ?? first;
    const side = own ? mine : mine === first ? second : first;
    const cells = [...this.view.playable].filter((cell) => this.cells[cell] === side);
    return this.say("pieces", { side: this.values.sides[side], squares: this.#list(cells) || this.say("none") });
  }

  #lastWords(): string {
    const { lastMove, sides } = this.values;
    const side = lastMove === null ? null : this.cells[lastMove];
    if (lastMove === null || !side) return this.say("noLastMove");
    return this.say(this.placedName, { side: sides[side], square: this.cellName(lastMove) });
  }

  #list(cells: readonly number[]): string {
    return cells.map((cell) => this.cellName(cell)).join(this.separator);
  }
}
