// What the client must know of a game to play it: one object per game, found by the game's name.
import { WIRES } from "../../games/registry.js";
import type { RoomState } from "./state.js";
import type { GameName } from "./types.js";
import type { Cell, Entry, GameOver, Layout, Legal, MoveMade, MoveRequest, Play, PlayerOf } from "./wire.js";

/** How the messages of one game are read and written. */
export interface GameWire<G extends GameName> {
  /** Whether the server answers `game:get_moves`; without it the legal moves follow from the board. */
  readonly listsMoves: boolean;
  /** The fields of `game:move` for a play. */
  request(play: Play<G>): MoveRequest<G>;
  /** The line of the history for a move that was made. */
  entry(made: MoveMade<G>, playerId: string, timestamp: number): Entry<G>;
  /** The move in a line of the history. */
  played(entry: Entry<G>): Legal<G>;
  /** Whether the move that was made is the one that was asked for. */
  isSame(made: Entry<G>, play: Play<G>): boolean;
  /** The legal moves as far as the board alone tells; `null` if the server must say. */
  legalOn(board: readonly Cell<G>[]): Legal<G>[] | null;
  /** The play that a text names; `settled` waits until legal moves and layout are known. Throws a `MoveError`. */
  read(text: string, settled: () => Promise<RoomState<G>>): Play<G> | Promise<Play<G>>;
  /** A legal move as text in the notation of the variant. */
  write(move: Legal<G>, layout: Layout<G> | null): string;
  /** A line of the history as text. */
  writeEntry(entry: Entry<G>, layout: Layout<G> | null): string;
  /** The word for the player's side, such as a colour. */
  side(player: PlayerOf<G>): string;
  /** The squares that won, if squares did. */
  winningLine(over: GameOver<G>): readonly number[] | null;
}

/** One wire per game. */
export type Wires = { readonly [G in GameName]: GameWire<G> };

/** The wire of a game. */
export function wireOf<G extends GameName>(game: G): GameWire<G> {
  return WIRES[game];
}

/** The moves so far in the notation of the variant. */
export function moveTexts<G extends GameName>({ game, history, layout }: RoomState<G>): string[] {
  return history.map((entry) => wireOf(game).writeEntry(entry, layout));
}

/** Your legal moves in the notation of the variant. */
export function legalTexts<G extends GameName>({ game, layout, legal }: RoomState<G>): string[] {
  return legal.map((move) => wireOf(game).write(move, layout));
}

/** The moves so far, without who made them and when. */
export function movesOf<G extends GameName>({ game, history }: RoomState<G>): Legal<G>[] {
  return history.map((entry) => wireOf(game).played(entry));
}

/** The word of the wire for a player's side, such as a colour; empty if nobody sits there. */
export function sideOf<G extends GameName>({ game, players }: RoomState<G>, index: number): string {
  const player = players[index];
  return player ? wireOf(game).side(player) : "";
}
