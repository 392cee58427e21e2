// The grid of cells over the drawing, for screen readers, the keyboard and clicks.
import { html } from "./drawing.js";
import { count, type View } from "./view.js";

/** The accessible state of one cell. */
export interface Cell {
  readonly label: string;
  readonly selected: boolean;
}

/** A grid with one tab stop; the focus moves synchronously. */
export class Grid {
  readonly element = html("div", { class: "grid", role: "grid" });
  #cells: HTMLElement[] = [];
  #shape = "";
  #view: View | undefined;
  #current: number | null = null;

  /** The square of the tab stop. */
  get square(): number | null {
    return this.#current;
  }

  get focused(): boolean {
    return this.element.querySelector(":focus") !== null;
  }

  /** Draws the cells of a view; `home` is the tab stop until the player moves it. */
  draw(view: View, name: string, home: number | null, cell: (square: number) => Cell): void {
    const { focused } = this;
    this.#view = view;
    this.#build(view);
    this.element.setAttribute("aria-label", name);
    if (this.#current === null || !view.playable.has(this.#current)) this.#current = home;
    this.#cells.forEach((element, position) => {
      const square = view.turned(position);
      if (!view.playable.has(square)) return;
      const { label, selected } = cell(square);
      element.dataset.square = String(square);
      element.setAttribute("aria-label", label);
      element.setAttribute("aria-selected", String(selected));
      element.tabIndex = square === this.#current ? 0 : -1;
    });
    if (focused) this.focus(this.#current);
  }

  /** Moves the tab stop and the focus. */
  focus(square: number | null, options?: FocusOptions): void {
    const element = this.setTabStop(square);
    element?.focus(options);
  }

  /** Moves the tab stop without the focus. */
  setTabStop(square: number | null): HTMLElement | undefined {
    const element = this.#cellOf(square);
    if (!element) return undefined;
    this.#cellOf(this.#current)?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    this.#current = square;
    return element;
  }

  /** The square whose cell an event came from. */
  squareOf(event: Event): number | null {
    const square = (event.target as Element).closest<HTMLElement>("[data-square]")?.dataset.square;
    return square === undefined ? null : Number(square);
  }

  /** The square at a point of the window. */
  squareUnder(x: number, y: number): number | null {
    const box = this.element.getBoundingClientRect();
    if (!this.#view) return null;
    const column = Math.floor(((x - box.left) / box.width) * this.#view.columns);
    const row = Math.floor(((y - box.top) / box.height) * this.#view.rows);
    return this.#view.squareAt({ column, row });
  }

  #cellOf(square: number | null): HTMLElement | undefined {
    if (square === null || !this.#view?.playable.has(square)) return undefined;
    return this.#cells[this.#view.turned(square)];
  }

  #build(view: View): void {
    const shape = [view.columns, view.rows, ...view.order().map((square) => view.turned(square))].join();
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#cells = count(view.size).map((position) => html("div", { role: "gridcell", class: view.playable.has(view.turned(position)) ? "cell" : "blank" }));
    const rows = count(view.rows).map((row) => html("div", { role: "row" }, ...this.#cells.slice(row * view.columns, (row + 1) * view.columns)));
    this.element.replaceChildren(...rows);
  }
}
