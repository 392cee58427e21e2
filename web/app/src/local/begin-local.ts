// Starts the games of this browser: against the computer, for two people at one screen, and between computers.
import type { BotDifficulty, GameName } from "@parlour/sdk";
import { gameNamed } from "../games.js";
import { translate } from "../language/language.js";
import type { Choice } from "../play/begin.js";
import type { Opponent, Seat } from "../play/seat.js";
import { settings } from "../settings.js";
import { load, save } from "../storage.js";
import { keep } from "./kept-games.js";
import { newGame } from "./local-game.js";
import { askModule } from "./module.js";

/** Which sides the people at this screen play. */
export type SeatChoice = "first" | "second" | "random" | "both" | "none";

/** Where a game begins: as usual, after a few random moves, or with a position. */
export type StartChoice = "usual" | "ballot" | "position";

/** What the player wants of a game against the computer. */
export interface ComputerWishes {
  readonly seat: SeatChoice;
  /** The rung of the computer; 0 is the weakest. */
  readonly rung: number;
  readonly start: StartChoice;
  /** The position in notation, if the game begins with one. */
  readonly position: string;
}

/** The first game against the computer. */
export const WISHES: ComputerWishes = { seat: "first", rung: 0, start: "usual", position: "" };

/** The number of moves of a ballot. */
const BALLOT_PLIES = 3;

/** The wishes of the last game of this kind against the computer, from the usual start. */
export function usualWishes(game: GameName): ComputerWishes {
  const saved = load<Record<string, Partial<ComputerWishes>>>("computer")?.[game];
  const rung = typeof saved?.rung === "number" && Number.isInteger(saved.rung) ? saved.rung : Math.floor(gameNamed(game).rungs / 3);
  const seat = (["first", "second", "random"] as const).find((known) => known === saved?.seat) ?? "first";
  return { ...WISHES, seat, rung: Math.min(Math.max(rung, 0), lastRung(game)) };
}

/** Saves the wishes for the next game of this kind. */
export function saveWishes(game: GameName, { rung, seat }: ComputerWishes): void {
  save("computer", { ...load<object>("computer"), [game]: { rung, seat } });
}

/** The strongest rung of a game. */
export function lastRung(game: GameName): number {
  return gameNamed(game).rungs - 1;
}

/** The level of the server that is nearest to a rung. */
export function levelOf(game: GameName, rung: number): BotDifficulty {
  const share = rung / lastRung(game);
  return share < 0.4 ? "easy" : share < 0.8 ? "medium" : "hard";
}

/** Starts a game in this browser and returns its seat; rejects with the reason if the position cannot be played. */
export async function beginLocalGame({ game, variant }: Choice, { position, rung, seat, start }: ComputerWishes): Promise<Seat> {
  const computers = computersOf(seat);
  const own = settings.get().name.trim() || translate("guest");
  const people = [translate("firstPlayer"), translate("secondPlayer")];
  const nameOf = (index: 0 | 1): string => (computers[index] ? translate("computer") : seat === "both" ? (people[index] ?? "") : own);
  const begun = newGame({
    game,
    variant: variant ?? gameNamed(game).variant,
    start: start === "position" ? position.trim() : null,
    rung,
    names: [nameOf(0), nameOf(1)],
    computers,
  });
  const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const now = start === "ballot" ? await askModule("opening", { game: begun, plies: BALLOT_PLIES, seed }) : await askModule("state", { game: begun });
  const kept = { ...begun, plays: now.plays };
  keep(kept);
  const opponent: Opponent = seat === "both" ? "here" : seat === "none" ? "computers" : "computer";
  return { opponent, game, variant: kept.variant, tokens: [], local: kept.id, roomId: null, roomCode: null, host: null, level: null, over: false };
}

function computersOf(seat: SeatChoice): [boolean, boolean] {
  if (seat === "both") return [false, false];
  if (seat === "none") return [true, true];
  const first = seat === "random" ? Math.random() < 0.5 : seat === "first";
  return [!first, first];
}
