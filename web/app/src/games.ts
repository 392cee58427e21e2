// The games of the app: what each can do on the screens. Every folder of web/games with a file app.tsx is one.
import type { Cell, GameName, Result, RoomState } from "@parlour/sdk";
import type { ComponentChild } from "preact";
import { byFolder } from "./folders.js";
import type { Sound } from "./play/sound.js";
import type { Settings } from "./settings.js";

/** Everything the screens ask of a game besides its view and its words. */
export interface AppGame<G extends GameName = GameName> {
  readonly name: G;
  /** Its place among the games; the first one is proposed to a new player. */
  readonly order: number;
  /** The variant that is proposed to a new player. */
  readonly variant: string;
  readonly offers: Offers;
  /** The titles of the rules by which people know a variant. */
  readonly tellingRules: readonly string[];
  /** The board on the home screen; the start if left out. */
  readonly sample?: readonly Cell<G>[];
  /** What the settings of the player mean for the element. */
  preferences(settings: Pick<Settings, "coordinates" | "hints">): object;
  /** The board after each move, the start first; `seen` are boards that the server has shown, by the number of moves. */
  boards(state: RoomState<G>, seen: ReadonlyMap<number, readonly Cell<G>[]>): readonly (readonly Cell<G>[])[];
  /** The sound of the last move. */
  sound(before: RoomState<G>, now: RoomState<G>): Sound;
  /** What the side to move must do, as the end of the keys `yourTurn…` and `turnOf…` in the game's sentences. */
  duty(state: RoomState<G>): string;
  /** The keys of sentences that say why the game ended, the best first; `translate(reason)` if none is known. */
  reasons(result: Result): readonly string[];
  /** How many pieces a player has, for the sentence `pieces`; `null` if that says nothing. */
  pieces(state: RoomState<G>, index: number): number | null;
  /** The sign of a player's side: the shapes of an SVG of 40 by 40, and a class for their colours. */
  token(state: RoomState<G>, index: number): Token;
}

/** What the screens of a game offer. */
export interface Offers {
  /** A choice of variants. */
  readonly variants: boolean;
  /** A box to type moves in. */
  readonly typedMoves: boolean;
  /** A button that turns the board round. */
  readonly turning: boolean;
  /** The server reads and writes its games as text and analyses them. */
  readonly study: boolean;
  /** A board that needs less than the whole screen. */
  readonly smallBoard: boolean;
}

/** The sign of a side. */
export interface Token {
  readonly class: string;
  readonly shapes: ComponentChild;
}

/** A board after each move. */
export type Boards = ReturnType<AppGame["boards"]>;

const GAMES = byFolder(import.meta.glob<AppGame>("../../games/*/app.tsx", { eager: true, import: "game" }));

/** All games in their order. */
export const games: readonly AppGame[] = Object.values(GAMES).sort((one, other) => one.order - other.order);

/** The game that is proposed to a new player. */
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
