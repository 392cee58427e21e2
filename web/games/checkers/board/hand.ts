// The player's hand over the draughts board: which piece it holds and what a named square makes of it.

import type { RefusalCode } from "../../../board/src/refusal.js";
import { type Choice, type Chosen, choose, differentOutcomes, pickUp, type Target, targets } from "./choice.js";
import type { Move, Position } from "./move.js";
import type { Speech } from "./speech.js";
import type { Turn } from "./turn.js";

/** What the hand sees of the board, and what it asks of it. */
export interface Table {
  readonly interactive: boolean;
  readonly destinationFirst: boolean;
  readonly legal: readonly Move[];
  readonly position: Position;
  readonly ownTurn: Turn;
  readonly speech: Speech;
  /** Makes a move; a piece that was dragged is already there. */
  commit(move: Move, dragged: boolean): void;
  refuseMove(code: RefusalCode, square: number | null, values?: Readonly<Record<string, string>>): void;
  /** Draws and tells that the selection is another one. */
  selectionChanged(): void;
  announce(sentence: string): void;
}

/** Holds at most one piece. */
export class Hand {
  choice: Choice | null = null;

  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  get targets(): Target[] {
    return this.choice ? targets(this.#table.legal, this.choice) : [];
  }

  /** The player names a square, or a place beside the playing squares. */
  tap(square: number | null): void {
    const { choice } = this;
    const table = this.#table;
    if (!table.interactive) return;
    if (square === null) return this.putDown();
    if (choice && this.#send(choice, square, false)) return;
    if (square === choice?.from) return this.putDown();
    if (table.ownTurn.movable.has(square)) return this.#take(square);
    if (choice) {
      this.putDown();
      return this.#refuseTarget(choice, square);
    }
    if (table.position[square]) return this.#refusePiece(square);
    this.#reach(square);
  }

  /** Takes a movable piece for dragging; says why not otherwise. */
  lift(square: number): boolean {
    const table = this.#table;
    if (!table.interactive || !table.position[square]) return false;
    if (!table.ownTurn.movable.has(square)) {
      this.#refusePiece(square);
      return false;
    }
    if (this.choice?.from !== square) this.#take(square);
    return true;
  }

  /** Lets a dragged piece fall on a square; tells whether it stays there. */
  drop(square: number | null): boolean {
    const { choice } = this;
    if (!choice) return false;
    if (square !== null && square !== choice.from && this.#send(choice, square, true)) return this.choice === null;
    if (square === choice.from) return false;
    this.putDown();
    if (square !== null) this.#refuseTarget(choice, square);
    return false;
  }

  /** Puts the piece back; tells nothing when the hand is empty. */
  putDown(): void {
    if (!this.choice) return;
    this.choice = null;
    this.#table.selectionChanged();
    this.#table.announce(this.#table.speech.say("nothing"));
  }

  /** Goes back one step of the route; tells whether there was one. */
  undo(): boolean {
    if (!this.choice) return false;
    if (this.choice.previous) this.#follow({ choice: this.choice.previous }, false);
    else this.putDown();
    return true;
  }

  /** Forgets the piece when the legal moves no longer know it. */
  keep(): void {
    const known = this.choice && this.#table.ownTurn.movable.has(this.choice.from) && this.targets.length > 0;
    if (!known) this.choice = null;
  }

  #take(square: number): void {
    this.#follow({ choice: pickUp(square) }, false);
  }

  #send(choice: Choice, square: number, dragged: boolean): boolean {
    const chosen = choose(this.#table.legal, choice, square);
    if (chosen) this.#follow(chosen, dragged);
    return chosen !== null;
  }

  #follow(chosen: Chosen, dragged: boolean): void {
    if ("move" in chosen) {
      this.choice = null;
      return this.#table.commit(chosen.move, dragged);
    }
    const { speech } = this.#table;
    this.choice = chosen.choice;
    const { from, goal } = chosen.choice;
    this.#table.selectionChanged();
    const squares = this.targets.map(({ square, number }) =>
      number === null ? speech.label(square) : speech.say("option", { number, square: speech.label(square) }),
    );
    const values = { square: speech.label(from), squares: squares.join(", ") };
    this.#table.announce(speech.say(goal === null ? "picked" : "whichRoute", values));
  }

  /** Plays the move to an empty square when one piece alone can make it. */
  #reach(square: number): void {
    const table = this.#table;
    const [move, ...others] = differentOutcomes(table.legal.filter(({ to }) => to === square));
    if (table.destinationFirst && table.ownTurn.acting && move && others.length === 0) table.commit(move, false);
    else table.announce(table.speech.say("nothing"));
  }

  #refusePiece(square: number): void {
    const code = this.#table.ownTurn.refusalOf(square);
    if (code) this.#table.refuseMove(code, square);
  }

  #refuseTarget(choice: Choice, square: number): void {
    const table = this.#table;
    const text = table.speech.notation({ from: choice.from, to: square });
    table.refuseMove(table.ownTurn.wrongMove("illegal_move"), square, { text });
  }
}
