// What the player may do now, derived from the legal moves.

import type { RefusalCode } from "../../../board/src/refusal.js";
import { anyCapture, captured, type Move, type Position, type Side } from "./move.js";

/** The input that decides what the player may do. */
export interface Situation {
  readonly position: Position;
  readonly legal: readonly Move[];
  readonly turn: Side | null;
  /** The side this player has; `null` plays both, as on one shared screen. */
  readonly you: Side | null;
  readonly interactive: boolean;
  /** Whether a move may be chosen before the turn. */
  readonly premoves: boolean;
  /** Whether the host has not answered the last move yet. */
  readonly waiting: boolean;
}

/** Which pieces may move now, and why others may not. */
export class Turn {
  /** The side this player plays, or the one to move when the player has both. */
  readonly side: Side;
  readonly acting: boolean;
  readonly movable: ReadonlySet<number>;
  /** Whether the player may choose a move before their turn. */
  readonly premoving: boolean;
  /** The pieces that may be selected: those that may move, or before the turn every piece of the player. */
  readonly selectable: ReadonlySet<number>;
  /** The pieces that must capture. */
  readonly obliged: ReadonlySet<number>;

  readonly #situation: Situation;

  constructor(situation: Situation) {
    this.#situation = situation;
    const { legal, position, premoves, turn, you, interactive, waiting } = situation;
    this.side = you ?? turn ?? "red";
    this.acting = interactive && turn === this.side && !waiting;
    this.movable = new Set(this.acting ? legal.map((move) => move.from) : []);
    this.premoving = premoves && interactive && turn !== null && you !== null && !this.acting;
    this.selectable = this.premoving ? new Set(position.flatMap((piece, square) => (piece?.player === you ? [square] : []))) : this.movable;
    this.obliged = new Set(this.acting ? legal.filter((move) => captured(move).length > 0).map((move) => move.from) : []);
  }

  /** Why no piece may move now; `null` if one may. */
  refusal(): RefusalCode | null {
    if (this.#situation.turn === null) return "game_over";
    return this.acting ? null : "not_your_turn";
  }

  /** Why the piece on this square may not move; `null` if it may. */
  refusalOf(square: number): RefusalCode | null {
    const general = this.refusal();
    if (general || this.movable.has(square)) return general;
    if (this.#situation.position[square]?.player !== this.side) return "not_your_piece";
    return this.wrongMove("blocked");
  }

  /** The code for a move that is not legal: `must_capture` if a capture is possible. */
  wrongMove(otherwise: RefusalCode): RefusalCode {
    return anyCapture(this.#situation.legal) ? "must_capture" : otherwise;
  }
}
