// The games of the app: every folder of web/games that has a file app.tsx.
import type { Cell, GameName, Result, RoomState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { byFolder } from "./folders.js";
import type { Sound } from "./play/sound.js";
import type { Settings } from "./settings.js";

/** What the screens need of a game besides its view and its messages. */
export interface AppGame<G extends GameName = GameName> {
  readonly name: G;
  /** Its position in the list of games; the first one is preselected for a new player. */
  readonly order: number;
  /** The variant that is preselected for a new player. */
  readonly variant: string;
  /** The variants of languages and countries in which another one is usual, by the beginning of their tags. */
  readonly localVariants?: Readonly<Record<string, string>>;
  readonly offers: Offers;
  /** How many rungs the ladder of the computer has. */
  readonly rungs: number;
  /** The keys of the rules that matter most, which are shown before a game; all of them if none is named. */
  readonly pickerRules: readonly string[];
  /** The board on the home screen; the start by default. */
  readonly sample?: readonly Cell<G>[];
  /** The properties of the element that follow from the player's settings. */
  preferences(settings: Settings): object;
  /** The properties of an element that shows every kind of piece on a few squares, for the settings; those of the first game are used. */
  readonly preview?: object;
  /** The board after each move, the start first; `seen` holds the boards that the server has sent, by number of moves. */
  boards(state: RoomState<G>, seen: ReadonlyMap<number, readonly Cell<G>[]>): readonly (readonly Cell<G>[])[];
  /** The sound of the last move. */
  sound(before: RoomState<G>, now: RoomState<G>): Sound;
  /** The suffix of the message keys `yourTurn…` and `turnOf…` for what the side to move must do; empty if nothing. */
  turnKeySuffix(state: RoomState<G>): string;
  /** Message keys that say why the game ended, the best first; `translate(reason)` is used if none exists. */
  reasons(result: Result): readonly string[];
  /** How many pieces a player has, for the message `pieces`; `null` to show no number. */
  pieces(state: RoomState<G>, index: number): number | null;
  /** How many pieces a player has captured, for the message `captured`; `null` to show no number. */
  captured(state: RoomState<G>, index: number): number | null;
  /** The icon of a player's side: the shapes of an SVG of 40 by 40, and a class for their colours. */
  token(state: RoomState<G>, index: number): Token;
}

/** What the screens of a game offer. */
export interface Offers {
  /** A choice of variants. */
  readonly variants: boolean;
  /** A box to type moves in. */
  readonly typedMoves: boolean;
  /** A button that flips the board. */
  readonly turning: boolean;
  /** Replay and analysis: the server reads and writes games as text and analyses positions. */
  readonly replay: boolean;
  /** A board that needs less than the whole screen. */
  readonly smallBoard: boolean;
}

/** The icon of a side. */
export interface Token {
  readonly class: string;
  readonly shapes: ComponentChild;
}

/** A board after each move. */
export type Boards = ReturnType<AppGame["boards"]>;

const GAMES = byFolder(import.meta.glob<AppGame>("../../games/*/app.tsx", { eager: true, import: "game" }));

/** All games in their order. */
export const games: readonly AppGame[] = Object.values(GAMES).sort((one, other) => one.order - other.order);

/** The game that is preselected for a new player. */
export const firstGame: AppGame = gameNamed(games[0]?.name ?? "");

/** The game of this name. */
export function gameNamed(name: string): AppGame {
  const game = GAMES[name];
  if (!game) throw new Error(`this app has no game "${name}"`);
  return game;
}

/** Whether the app has a game of this name. */
export function isGame(name: unknown): name is GameName {
  return typeof name === "string" && Object.hasOwn(GAMES, name);
}
