// Turns pointer events (mouse, touch, pen) into taps and drags.
import type { Grid } from "./grid.js";

/** A drag in progress, in window coordinates. */
export interface Drag {
  readonly square: number;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  /** The distance from where the pointer went down. */
  readonly across: number;
  readonly down: number;
}

/** The callbacks of a board for gestures. */
export interface Gestures {
  /** A tap on a square; `null` outside the playable squares. */
  tap(square: number | null): void;
  /** Returns whether the piece on this square may be dragged; called once per drag. */
  lift(square: number): boolean;
  drag(drag: Drag): void;
  drop(drag: Drag): void;
  cancel(): void;
}

const THRESHOLD = 4;

interface Press {
  readonly square: number;
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Whether the piece follows the pointer; `null` until it has moved far enough. */
  lifted: boolean | null;
}

/** Recognizes taps and drags on one grid; a second finger, a lost pointer or `stop` cancels a drag. */
export class GestureRecognizer {
  readonly #grid: Grid;
  readonly #gestures: Gestures;
  #press: Press | null = null;
  #listening: AbortController | undefined;
  #swallowClick = false;

  constructor(grid: Grid, gestures: Gestures) {
    this.#grid = grid;
    this.#gestures = gestures;
    grid.element.addEventListener("pointerdown", (event) => this.#begin(event));
    grid.element.addEventListener("click", (event) => this.#click(event));
  }

  get dragging(): boolean {
    return this.#press?.lifted ?? false;
  }

  /** Cancels the drag in progress, if any. */
  stop(): void {
    if (this.#end()) this.#gestures.cancel();
  }

  #begin(event: PointerEvent): void {
    this.#swallowClick = false;
    const square = this.#grid.squareOf(event);
    if (this.#press || square === null || event.button !== 0) return;
    this.#press = { square, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: null };
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) {
      document.addEventListener(type, (next) => this.#follow(next, this.#press), { signal });
    }
  }

  #follow(event: PointerEvent, press: Press | null): void {
    const { type, pointerId } = event;
    if (pointerId !== press?.id) {
      if (type === "pointerdown") this.stop();
    } else if (type === "pointermove") {
      this.#move(event, press);
    } else if (type === "pointerup") {
      if (this.#end()) this.#gestures.drop(dragOf(press, event));
      // The click that ends a drag comes within the same task; a later one is a new tap.
      setTimeout(() => (this.#swallowClick = false));
    } else if (type === "pointercancel") {
      this.stop();
    }
  }

  #move(event: PointerEvent, press: Press): void {
    const drag = dragOf(press, event);
    if (press.lifted === null && Math.hypot(drag.across, drag.down) >= THRESHOLD) {
      this.#swallowClick = true;
      press.lifted = this.#gestures.lift(press.square);
      if (press.lifted) this.#grid.element.setPointerCapture(event.pointerId);
    }
    if (press.lifted) this.#gestures.drag(drag);
  }

  /** Stops listening; returns whether a piece was being dragged. */
  #end(): boolean {
    const { dragging } = this;
    this.#listening?.abort();
    this.#press = null;
    return dragging;
  }

  #click(event: MouseEvent): void {
    if (!this.#swallowClick) this.#gestures.tap(this.#grid.squareOf(event));
  }
}

function dragOf(press: Press, event: PointerEvent): Drag {
  const { clientX: x, clientY: y, pointerType: kind } = event;
  return { square: press.square, kind, x, y, across: x - press.x, down: y - press.y };
}
