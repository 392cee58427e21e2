// The selected piece of the draughts board, and what a tap or a drag does with it.

import type { RefusalCode } from "../../../board/src/refusal.js";
import { type Choice, type Chosen, choose, differentOutcomes, pickUp, type Target, targets } from "./choice.js";
import type { Move, Position } from "./move.js";
import type { Premove } from "./premove.js";
import type { Speech } from "./speech.js";
import type { Turn } from "./turn.js";

/** The part of the board that the selection uses. */
export interface SelectionHost {
  readonly interactive: boolean;
  readonly destinationFirst: boolean;
  readonly legal: readonly Move[];
  readonly position: Position;
  readonly ownTurn: Turn;
  readonly speech: Speech;
  readonly premove: Premove | null;
  setPremove(premove: Premove | null): void;
  /** Makes a move; a dragged piece is not animated. */
  commit(move: Move, dragged: boolean): void;
  refuseMove(code: RefusalCode, square: number | null, values?: Readonly<Record<string, string>>): void;
  /** Redraws and dispatches `select`. */
  selectionChanged(): void;
  announce(sentence: string): void;
}

/** The selection of at most one piece. */
export class Selection {
  choice: Choice | null = null;

  readonly #board: SelectionHost;

  constructor(board: SelectionHost) {
    this.#board = board;
  }

  get targets(): Target[] {
    return this.choice ? targets(this.#board.legal, this.choice) : [];
  }

  /** Handles a tap on a square; `null` is outside the playable squares. */
  tap(square: number | null): void {
    const { choice } = this;
    const board = this.#board;
    if (!board.interactive) return;
    if (square === null) return this.putDown();
    if (board.ownTurn.premoving) return this.#tapEarly(square);
    if (choice && this.#send(choice, square, false)) return;
    if (square === choice?.from) return this.putDown();
    if (board.ownTurn.movable.has(square)) return this.#take(square);
    if (choice) {
      this.putDown();
      return this.#refuseTarget(choice, square);
    }
    if (board.position[square]) return this.#refusePiece(square);
    this.#reach(square);
  }

  /** Selects a piece for dragging; returns whether it may move, and announces why not. */
  lift(square: number): boolean {
    const board = this.#board;
    if (!board.interactive || !board.position[square]) return false;
    if (!board.ownTurn.selectable.has(square)) {
      this.#refusePiece(square);
      return false;
    }
    if (board.premove) board.setPremove(null);
    if (this.choice?.from !== square) this.#take(square);
    return true;
  }

  /** Drops a dragged piece on a square; returns whether it stays there. */
  drop(square: number | null): boolean {
    const { choice } = this;
    if (!choice) return false;
    if (this.#board.ownTurn.premoving) {
      if (square !== null && square !== choice.from) this.#tapEarly(square);
      return false;
    }
    if (square !== null && square !== choice.from && this.#send(choice, square, true)) return this.choice === null;
    if (square === choice.from) return false;
    this.putDown();
    if (square !== null) this.#refuseTarget(choice, square);
    return false;
  }

  /** Deselects the piece, if any. */
  putDown(): void {
    if (!this.choice) return;
    this.choice = null;
    this.#board.selectionChanged();
    this.#board.announce(this.#board.speech.say("nothing"));
  }

  /** Goes back one step of the route; returns whether there was one. */
  undo(): boolean {
    if (!this.choice) return false;
    if (this.choice.previous) this.#follow({ choice: this.choice.previous }, false);
    else this.putDown();
    return true;
  }

  /** Deselects the piece if it has no legal move any more. */
  revalidate(): void {
    const { premoving, selectable } = this.#board.ownTurn;
    const known = this.choice && selectable.has(this.choice.from) && (premoving || this.targets.length > 0);
    if (!known) this.choice = null;
  }

  /** A tap before the player's turn: it cancels a premove, selects a piece, or says where the selected piece is to go. */
  #tapEarly(square: number): void {
    const { choice } = this;
    const board = this.#board;
    const { premove } = board;
    if (premove) board.setPremove(null);
    if (square === premove?.from) return;
    if (square === choice?.from) return this.putDown();
    if (board.ownTurn.selectable.has(square)) return this.#take(square);
    if (choice) {
      this.choice = null;
      return board.setPremove({ from: choice.from, to: square });
    }
    if (board.position[square]) this.#refusePiece(square);
  }

  #take(square: number): void {
    this.#follow({ choice: pickUp(square) }, false);
  }

  #send(choice: Choice, square: number, dragged: boolean): boolean {
    const chosen = choose(this.#board.legal, choice, square);
    if (chosen) this.#follow(chosen, dragged);
    return chosen !== null;
  }

  #follow(chosen: Chosen, dragged: boolean): void {
    if ("move" in chosen) {
      this.choice = null;
      return this.#board.commit(chosen.move, dragged);
    }
    const { speech } = this.#board;
    this.choice = chosen.choice;
    const { from, goal } = chosen.choice;
    this.#board.selectionChanged();
    const squares = this.targets.map(({ square, number }) =>
      number === null ? speech.label(square) : speech.say("option", { number, square: speech.label(square) }),
    );
    const values = { square: speech.label(from), squares: squares.join(", ") };
    const name = this.#board.ownTurn.premoving ? "premoveFrom" : goal === null ? "picked" : "whichRoute";
    this.#board.announce(speech.say(name, values));
  }

  /** Plays the move to an empty square if only one piece can make it. */
  #reach(square: number): void {
    const board = this.#board;
    const [move, ...others] = differentOutcomes(board.legal.filter(({ to }) => to === square));
    if (board.destinationFirst && board.ownTurn.acting && move && others.length === 0) board.commit(move, false);
    else board.announce(board.speech.say("nothing"));
  }

  #refusePiece(square: number): void {
    const code = this.#board.ownTurn.refusalOf(square);
    if (code) this.#board.refuseMove(code, square);
  }

  #refuseTarget(choice: Choice, square: number): void {
    const board = this.#board;
    const text = board.speech.notation({ from: choice.from, to: square });
    board.refuseMove(board.ownTurn.wrongMove("illegal_move"), square, { text });
  }
}
