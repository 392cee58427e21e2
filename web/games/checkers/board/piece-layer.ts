// The pieces of draughts as SVG nodes, one for the life of each piece.
import { centre, circle, layer, type Point, svg } from "../../../board/src/drawing.js";
import { fadeOut, type Removal, slide } from "../../../board/src/motion.js";
import type { View } from "../../../board/src/view.js";
import { captured, landings, type Move, type Piece, type Position } from "./move.js";

/** The look of the pieces: rings as in the diagrams of books, flat discs, or ridged ones whose kings are two men on each other. */
export type PieceSet = "rings" | "flat" | "club";

const CROWN = "M-19 11 L-22 -9 L-10 0 L0 -16 L10 0 L22 -9 L19 11 Z M-18 14 H18 V19 H-18 Z";

interface Drawn {
  readonly node: SVGGElement;
  readonly body: SVGGElement;
  readonly player: string;
  look: string;
  moving: Promise<void> | null;
}

/** Draws a position and animates moves. */
export class PieceLayer {
  readonly element = layer("pieces");
  readonly #drawn = new Map<number, Drawn>();
  #held: Drawn | null = null;
  #heldAt: Point = { x: 0, y: 0 };

  /** Draws a position; pieces that stay keep their nodes. */
  draw(view: View, position: Position, set: PieceSet): void {
    for (const [square, { node, player }] of this.#drawn) {
      if (position[square]?.player === player && view.playable.has(square)) continue;
      node.remove();
      this.#drawn.delete(square);
    }
    position.forEach((piece, square) => {
      if (!piece || square >= view.size) return;
      const drawn = this.#drawn.get(square) ?? this.#add(square, piece);
      place(drawn.node, centre(view, square));
      this.#restyle(drawn, piece, set);
    });
  }

  /** Animates a move and the removal of captured pieces; resolves when the animation has ended. */
  async move(view: View, move: Move, step: number, removal: Removal): Promise<void> {
    const drawn = this.#drawn.get(move.from);
    if (!drawn) return;
    const route = landings(move);
    const leaving = captured(move).map((square, order) => {
      const delay = step * (removal === "at-once" ? order + 1 : route.length);
      return this.#remove(square, delay);
    });
    this.#drawn.delete(move.from);
    this.#drawn.set(move.to, drawn);
    drawn.node.dataset.square = String(move.to);
    this.#raise(drawn);
    const end = centre(view, move.to);
    place(drawn.node, end);
    const offsets = [move.from, ...route.slice(0, -1)].map((square) => between(end, centre(view, square)));
    drawn.moving = slide(drawn.body, offsets, step);
    await Promise.all([drawn.moving, ...leaving]);
    drawn.moving = null;
  }

  /** Shows a piece at an offset from its square during a drag. */
  hold(square: number, offset: Point): void {
    const drawn = this.#held ?? this.#drawn.get(square);
    if (!drawn) return;
    if (!this.#held) this.#raise(drawn);
    this.#held = drawn;
    this.#heldAt = offset;
    drawn.node.classList.add("held");
    drawn.body.style.transform = `translate(${offset.x}px, ${offset.y}px)`;
  }

  /** Releases the dragged piece; it slides back in the given time. */
  release(time: number): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    held.node.classList.remove("held");
    held.body.style.transform = "";
    void slide(held.body, [this.#heldAt], time);
  }

  #add(square: number, piece: Piece): Drawn {
    const body = layer("body");
    const node = svg("g", { "data-square": square }, body);
    const drawn: Drawn = { node, body, player: piece.player, look: "", moving: null };
    this.#drawn.set(square, drawn);
    this.element.append(node);
    return drawn;
  }

  async #remove(square: number, delay: number): Promise<void> {
    const drawn = this.#drawn.get(square);
    if (!drawn) return;
    this.#drawn.delete(square);
    drawn.node.classList.add("leaving");
    await fadeOut(drawn.node, delay);
  }

  /** Updates the look of a piece; a man is crowned at the end of the animation, not on the way. */
  #restyle(drawn: Drawn, piece: Piece, set: PieceSet): void {
    const look = `piece ${piece.player} ${piece.type} ${set}`;
    if (drawn.look === look) return;
    drawn.look = look;
    const paint = (): void => {
      drawn.node.setAttribute("class", drawn.look);
      drawn.body.replaceChildren(...SHAPES[set](piece.type === "king"));
    };
    if (drawn.moving) void drawn.moving.then(paint);
    else paint();
  }

  #raise(drawn: Drawn): void {
    this.element.append(drawn.node);
  }
}

/** The shapes of a man or a king in each set. */
const SHAPES: Readonly<Record<PieceSet, (king: boolean) => Element[]>> = {
  rings: (king) => [circle("shadow", 38), circle("disc", 37), circle("ring", king ? 32 : 25), ...(king ? [circle("inner", 27), crown()] : [])],
  flat: (king) => [circle("disc", 37), king ? crown() : circle("ring", 9)],
  club: (king) =>
    king
      ? [circle("shadow", 36), svg("g", { class: "lower" }, ...ridged(33)), svg("g", { class: "upper" }, ...ridged(33), crown())]
      : [circle("shadow", 38), ...ridged(37), circle("ring", 22)],
};

function ridged(radius: number): Element[] {
  return [circle("disc", radius), circle("ridge", radius - 4)];
}

function crown(): Element {
  return svg("path", { class: "crown", d: CROWN });
}

function place(node: Element, point: Point): void {
  node.setAttribute("transform", `translate(${point.x} ${point.y})`);
}

function between(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}
