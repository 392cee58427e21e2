// Turns pointer events (mouse, touch, pen) into taps and drags.

/** A drag in progress, in window coordinates. */
export interface Drag {
  readonly square: number;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  /** How far the pointer is from where it went down. */
  readonly across: number;
  readonly down: number;
}

/** What a board does with gestures. */
export interface Gestures {
  squareOf(event: Event): number | null;
  /** A tap on a square, or beside every square that plays. */
  tap(square: number | null): void;
  /** Whether the piece on this square may be dragged; called once the pointer has moved far enough. */
  lift(square: number): boolean;
  drag(drag: Drag): void;
  drop(drag: Drag): void;
  cancel(): void;
}

const THRESHOLD = 4;

/** Watches one element; a second finger, a lost pointer or `stop` cancels a drag. */
export class GestureWatch {
  private press: { square: number; id: number; x: number; y: number; lifted: boolean; refused: boolean } | null = null;
  private listening: AbortController | undefined;
  private swallowClick = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly gestures: Gestures,
  ) {
    element.addEventListener("pointerdown", (event) => this.pointerDown(event));
    element.addEventListener("click", (event) => this.click(event));
  }

  get dragging(): boolean {
    return this.press?.lifted ?? false;
  }

  /** Gives up the drag in progress, if any. */
  stop(): void {
    this.listening?.abort();
    const wasDragging = this.dragging;
    this.press = null;
    if (wasDragging) this.gestures.cancel();
  }

  private pointerDown(event: PointerEvent): void {
    this.swallowClick = false;
    if (this.press) return this.stop();
    const square = this.gestures.squareOf(event);
    if (square === null || event.button !== 0) return;
    this.press = { square, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: false, refused: false };
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("pointermove", (moved) => this.pointerMove(moved), { signal });
    document.addEventListener("pointerup", (up) => this.pointerUp(up), { signal });
    document.addEventListener("pointercancel", () => this.stop(), { signal });
    document.addEventListener("pointerdown", (second) => second.pointerId !== event.pointerId && this.stop(), { signal });
  }

  private pointerMove(event: PointerEvent): void {
    const { press } = this;
    if (!press || press.id !== event.pointerId || press.refused) return;
    const drag = dragOf(press, event);
    if (!press.lifted) {
      if (Math.hypot(drag.across, drag.down) < THRESHOLD) return;
      press.refused = !this.gestures.lift(press.square);
      this.swallowClick = true;
      if (press.refused) return;
      press.lifted = true;
      this.element.setPointerCapture(event.pointerId);
    }
    this.gestures.drag(drag);
  }

  private pointerUp(event: PointerEvent): void {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    this.listening?.abort();
    this.press = null;
    if (press.lifted) this.gestures.drop(dragOf(press, event));
    // The click that ends a drag comes within the same task; a later one is a new wish.
    setTimeout(() => (this.swallowClick = false));
  }

  private click(event: MouseEvent): void {
    if (!this.swallowClick) this.gestures.tap(this.gestures.squareOf(event));
  }
}

function dragOf(press: { square: number; x: number; y: number }, event: PointerEvent): Drag {
  const { clientX: x, clientY: y, pointerType: kind } = event;
  return { square: press.square, kind, x, y, across: x - press.x, down: y - press.y };
}
