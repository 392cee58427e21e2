// The part of a game that the scripted server needs: start, sides and the effect of a move. No rules.
import { FAKES } from "../../../games/registry.js";
import type { GameName } from "../types.js";
import type { Cell, Legal, Play } from "../wire.js";

/** The scripted server's implementation of one game. */
export interface GameFake<G extends GameName> {
  /** The default variant. */
  readonly variant: string;
  /** The sides, the first mover first. */
  readonly sides: readonly [FakeSide, FakeSide];
  /** The field with a player's side. */
  readonly sideField: string;
  /** Whether the players may agree on a draw. */
  readonly drawsByAgreement: boolean;
  /** The usual board at the start. */
  start(): Cell<G>[];
  /** How many columns a board has. */
  columns(board: readonly Cell<G>[]): number;
  /** Whether pieces can stand on a square. */
  isPlayable(square: number, columns: number): boolean;
  /** The play of a `game:move`. */
  read(payload: Readonly<Record<string, unknown>>): Play<G>;
  /** The complete move for a play; `null` if it is not legal. `legal` holds the moves of the script, if it has any. */
  complete(play: Play<G>, board: readonly Cell<G>[], legal: readonly Legal<G>[] | undefined): Legal<G> | null;
  /** Makes a move of a side: the fields of `game:move:made`, and the board after it. */
  make(board: readonly Cell<G>[], move: Legal<G>, side: string): { made: object; board: Cell<G>[] };
}

/** A side on the wire and on the screen. */
export interface FakeSide {
  readonly wire: string;
  readonly name: string;
}

/** The implementation of each game. */
export type Fakes = { readonly [G in GameName]: GameFake<G> };

/** The scripted server's implementation of a game. */
export function fakeOf<G extends GameName>(game: G): GameFake<G> {
  return FAKES[game];
}
