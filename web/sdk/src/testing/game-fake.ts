// What the scripted server must know of a game: its start, its sides and how a move changes the board. No rules.
import { FAKES } from "../../../games/registry.js";
import type { GameName } from "../types.js";
import type { Cell, Legal, Play } from "../wire.js";

/** How the scripted server plays one game. */
export interface GameFake<G extends GameName> {
  /** What is played when the script does not say. */
  readonly variant: string;
  /** The sides, the first mover first. */
  readonly sides: readonly [FakeSide, FakeSide];
  /** The field in which a player's side is told. */
  readonly sideField: string;
  /** Whether the players may agree on a draw. */
  readonly drawsByAgreement: boolean;
  /** The usual board at the start. */
  start(): Cell<G>[];
  /** How many columns a board has. */
  columns(board: readonly Cell<G>[]): number;
  /** Whether pieces can stand on a square. */
  isPlayable(square: number, columns: number): boolean;
  /** The play in a `game:move`. */
  read(payload: Readonly<Record<string, unknown>>): Play<G>;
  /** The whole move that a play stands for; `null` if it is not legal. `legal` are the moves of the script, if it has any. */
  complete(play: Play<G>, board: readonly Cell<G>[], legal: readonly Legal<G>[] | undefined): Legal<G> | null;
  /** A move of the side with this word: what `game:move:made` tells of it, and the board after it. */
  make(board: readonly Cell<G>[], move: Legal<G>, side: string): { made: object; board: Cell<G>[] };
}

/** A side on the wire and on the screen. */
export interface FakeSide {
  readonly wire: string;
  readonly name: string;
}

/** One per game. */
export type Fakes = { readonly [G in GameName]: GameFake<G> };

/** How the scripted server plays a game. */
export function fakeOf<G extends GameName>(game: G): GameFake<G> {
  return FAKES[game];
}
