// Describes positions and moves of draughts as text.

import { fill } from "../../../board/src/template.js";
import type { View } from "../../../board/src/view.js";
import type { Target } from "./choice.js";
import type { CheckersMessages } from "./messages.js";
import { captured, landings, type Move, type Piece, type Position, type Side } from "./move.js";

/** The state of one square besides its piece. */
export interface SquareState {
  readonly selected: boolean;
  readonly movable: boolean;
  readonly mustCapture: boolean;
  readonly last: boolean;
  /** Whether a premove begins or ends here. */
  readonly premove: boolean;
  readonly target: Target | undefined;
}

/** Builds texts from the host's messages, side names and square labels. */
export class Speech {
  readonly #messages: CheckersMessages;
  readonly #sides: Readonly<Record<Side, string>>;
  readonly #labels: readonly (string | null)[];

  constructor(messages: CheckersMessages, sides: Readonly<Record<Side, string>>, labels: readonly (string | null)[]) {
    this.#messages = messages;
    this.#sides = sides;
    this.#labels = labels;
  }

  say(name: keyof CheckersMessages, values?: Readonly<Record<string, string | number>>): string {
    return fill(this.#messages[name], values);
  }

  side(side: Side): string {
    return this.#sides[side];
  }

  label(square: number): string {
    return this.#labels[square] ?? "";
  }

  labelsOf(squares: Iterable<number>): string {
    return [...new Set(squares)].map((square) => this.label(square)).join(", ") || this.#messages.none;
  }

  piece(piece: Piece | null | undefined): string {
    if (!piece) return this.#messages.empty;
    return this.say("piece", { side: this.side(piece.player), kind: this.#messages[piece.type] });
  }

  square(square: number, piece: Piece | null | undefined, state: SquareState): string {
    const messages = this.#messages;
    const { target } = state;
    const parts = [
      this.label(square),
      this.piece(piece),
      state.mustCapture ? messages.mustCapture : state.movable && messages.canMove,
      state.selected && messages.selected,
      target && (target.kind === "end" ? messages.destination : messages.step),
      target?.number != null && this.say("route", { number: target.number }),
      state.premove && messages.premove,
      state.last && messages.lastMove,
    ];
    return parts.filter(Boolean).join(", ");
  }

  move(move: Move, side: Side): string {
    const name = captured(move).length > 0 ? "took" : "moved";
    return this.say(name, {
      side: this.side(side),
      from: this.label(move.from),
      to: this.label(move.to),
      captured: this.labelsOf(captured(move)),
    });
  }

  /** The move in notation, with every landing square when it captures. */
  notation(move: Move): string {
    const takes = captured(move).length > 0;
    const squares = [move.from, ...(takes ? landings(move) : [move.to])];
    return squares.map((square) => this.label(square)).join(takes ? "x" : "-");
  }

  notations(moves: readonly Move[]): string {
    return moves.map((move) => this.notation(move)).join(", ");
  }

  pieces(position: Position, side: Side): string {
    const of = (type: Piece["type"]) => position.flatMap((piece, square) => (piece?.player === side && piece.type === type ? [square] : []));
    return this.say("pieces", { side: this.side(side), men: this.labelsOf(of("man")), kings: this.labelsOf(of("king")) });
  }

  lines(view: View, position: Position, from: number): string {
    const spoken = view
      .lines(from)
      .filter((line) => line.squares.length > 0)
      .map((line) => {
        const squares = line.squares.map((square) => `${this.label(square)} ${this.piece(position[square])}`);
        const direction = this.#messages[line.name as keyof CheckersMessages];
        return this.say("line", { direction, squares: squares.join(", ") });
      });
    return spoken.join("; ");
  }
}
