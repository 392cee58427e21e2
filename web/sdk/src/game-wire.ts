// The wire mapping and the notation of a game, looked up by the game's name.
import { NOTATIONS, WIRES } from "../../games/registry.js";
import type { RoomState } from "./state.js";
import type { GameName } from "./types.js";
import type { Cell, Entry, GameOver, Layout, Legal, MoveMade, MoveRequest, Play, PlayerOf } from "./wire.js";

/** The mapping between the wire and the state of one game. */
export interface GameWire<G extends GameName> {
  /** The fields of `game:move` for a play. */
  request(play: Play<G>): MoveRequest<G>;
  /** The history entry of a move that was made. */
  entry(made: MoveMade<G>, playerId: string, timestamp: number): Entry<G>;
  /** Whether a move that was made is the requested one. */
  isSame(made: Entry<G>, play: Play<G>): boolean;
  /** Parses a play; `settled` resolves when legal moves and layout are known. Throws a `MoveError`. */
  read(text: string, settled: () => Promise<RoomState<G>>): Play<G> | Promise<Play<G>>;
  /** The legal moves, if they follow from the board; else the client requests them with `game:get_moves`. */
  legalOn?(board: readonly Cell<G>[]): Legal<G>[];
  /** The winning squares, in games that are won by squares. */
  winningLine?(over: GameOver<G>): readonly number[] | null;
}

/** The notation of one game, separate so that pages without notation do not load it. */
export interface GameNotation<G extends GameName> {
  /** A move in the notation of the variant. */
  write(move: Legal<G>, layout: Layout<G> | null): string;
  /** The text of a history entry, if it differs from that of the move. */
  writeEntry?(entry: Entry<G>): string;
  /** The move of a history entry. */
  played(entry: Entry<G>): Legal<G>;
  /** The wire name of the player's side, such as a colour. */
  side(player: PlayerOf<G>): string;
}

/** The wire mapping of each game. */
export type Wires = { readonly [G in GameName]: GameWire<G> };

/** The notation of each game. */
export type Notations = { readonly [G in GameName]: GameNotation<G> };

/** The wire mapping of a game. */
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

/** The moves so far, without player and time. */
export function movesOf<G extends GameName>({ game, history }: RoomState<G>): Legal<G>[] {
  return history.map((entry) => notationOf(game).played(entry));
}

/** The wire name of a player's side, such as a colour; empty if there is no such player. */
export function sideOf<G extends GameName>({ game, players }: RoomState<G>, index: number): string {
  const player = players[index];
  return player ? notationOf(game).side(player) : "";
}

function notationOf<G extends GameName>(game: G): GameNotation<G> {
  return NOTATIONS[game];
}
