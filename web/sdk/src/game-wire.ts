// What the client must know of a game to play it and to write its moves: found by the game's name.
import { NOTATIONS, WIRES } from "../../games/registry.js";
import type { RoomState } from "./state.js";
import type { GameName } from "./types.js";
import type { Cell, Entry, GameOver, Layout, Legal, MoveMade, MoveRequest, Play, PlayerOf } from "./wire.js";

/** How the messages of one game are read and written. */
export interface GameWire<G extends GameName> {
  /** The fields of `game:move` for a play. */
  request(play: Play<G>): MoveRequest<G>;
  /** The line of the history for a move that was made. */
  entry(made: MoveMade<G>, playerId: string, timestamp: number): Entry<G>;
  /** Whether the move that was made is the one that was asked for. */
  isSame(made: Entry<G>, play: Play<G>): boolean;
  /** The play that a text names; `settled` waits until legal moves and layout are known. Throws a `MoveError`. */
  read(text: string, settled: () => Promise<RoomState<G>>): Play<G> | Promise<Play<G>>;
  /** The legal moves, where the board alone tells them; without it they are asked for by `game:get_moves`. */
  legalOn?(board: readonly Cell<G>[]): Legal<G>[];
  /** The squares that won, in games that are won by squares. */
  winningLine?(over: GameOver<G>): readonly number[] | null;
}

/** How the moves of one game are written for people; pages that do not show them do not load it. */
export interface GameNotation<G extends GameName> {
  /** A move in the notation of the variant. */
  write(move: Legal<G>, layout: Layout<G> | null): string;
  /** A line of the history, if it says more than the move. */
  writeEntry?(entry: Entry<G>): string;
  /** The move in a line of the history. */
  played(entry: Entry<G>): Legal<G>;
  /** The word for the player's side, such as a colour. */
  side(player: PlayerOf<G>): string;
}

/** One wire per game. */
export type Wires = { readonly [G in GameName]: GameWire<G> };

/** One notation per game. */
export type Notations = { readonly [G in GameName]: GameNotation<G> };

/** The wire of a game. */
export function wireOf<G extends GameName>(game: G): GameWire<G> {
  return WIRES[game];
}

/** The moves so far in the notation of the variant. */
export function moveTexts<G extends GameName>({ game, history, layout }: RoomState<G>): string[] {
  const notation = notationOf(game);
  return history.map((entry) => notation.writeEntry?.(entry) ?? notation.write(notation.played(entry), layout));
}

/** Your legal moves in the notation of the variant. */
export function legalTexts<G extends GameName>({ game, layout, legal }: RoomState<G>): string[] {
  return legal.map((move) => notationOf(game).write(move, layout));
}

/** The moves so far, without who made them and when. */
export function movesOf<G extends GameName>({ game, history }: RoomState<G>): Legal<G>[] {
  return history.map((entry) => notationOf(game).played(entry));
}

/** The word of the wire for a player's side, such as a colour; empty if nobody sits there. */
export function sideOf<G extends GameName>({ game, players }: RoomState<G>, index: number): string {
  const player = players[index];
  return player ? notationOf(game).side(player) : "";
}

function notationOf<G extends GameName>(game: G): GameNotation<G> {
  return NOTATIONS[game];
}
