// The ways into a game: each asks the server for a session and takes its seat.
import { ApiError, type BotDifficulty, type GameName, type SessionCreated } from "@parlour/sdk";
import { games } from "../games.js";
import { translate } from "../language/language.js";
import { go } from "../router.js";
import { beginGuestSession, joinGuestSession } from "../server.js";
import { settings } from "../settings.js";
import { preference } from "./choice.js";
import { leave } from "./live-game.js";
import { type Opponent, type Seat, saveSeat } from "./seat.js";

/** What is played. */
export interface Choice {
  readonly game: GameName;
  readonly variant: string | undefined;
}

/** Nobody is hurried who plays the computer or a neighbour. */
const UNHURRIED = { afkTimeoutEnabled: false };

/** Plays the computer. */
export async function playComputer(choice: Choice, level: BotDifficulty): Promise<void> {
  enter(seatOf("computer", await beginBotGame(choice, ownName(), level), level));
}

/** Looks on while the computer plays both sides; only for games that the server analyses. */
export async function watchComputers(choice: Choice): Promise<void> {
  enter(seatOf("computers", await beginBotGame(choice, translate("computer"), "medium"), "medium"));
}

/** Waits for whoever comes. */
export async function playStranger(choice: Choice): Promise<void> {
  enter(seatOf("stranger", await beginGuestSession({ ...choice, matchType: "matchmaking", displayName: ownName() })));
}

/** Invites a friend by link and code. */
export async function inviteFriend(choice: Choice): Promise<void> {
  enter(seatOf("friend", await beginGuestSession({ ...choice, matchType: "private", displayName: ownName() })));
}

/** Two people share this screen. */
export async function playHere(choice: Choice): Promise<void> {
  const names = { displayName: translate("firstPlayer"), opponentName: translate("secondPlayer") };
  enter(seatOf("here", await beginGuestSession({ ...choice, ...names, matchType: "private", ...UNHURRIED })));
}

/** Takes the friend's side of an invitation; a code alone tells nothing of the game, so each is tried. */
export async function joinFriend(code: string, game: GameName | null): Promise<void> {
  const likely = game ?? preference.get().game;
  const others = game ? [] : games.map(({ name }) => name).filter((name) => name !== likely);
  enter(seatOf("friend", await joinFirst(code, [likely, ...others])), "replace");
}

/** Joins the first of these games that has such a room. */
async function joinFirst(code: string, [wanted, ...others]: [GameName, ...GameName[]]): Promise<SessionCreated> {
  return joinGuestSession(code, wanted, ownName()).catch((error: unknown) => {
    const [next, ...rest] = others;
    if (next === undefined || !(error instanceof ApiError) || error.status !== 404) throw error;
    return joinFirst(code, [next, ...rest]);
  });
}

function beginBotGame(choice: Choice, displayName: string, botDifficulty: BotDifficulty): Promise<SessionCreated> {
  return beginGuestSession({ ...choice, matchType: "bot", displayName, botDifficulty, ...UNHURRIED });
}

/** The name others see. */
export function ownName(): string {
  return settings.get().name.trim() || translate("guest");
}

function seatOf(opponent: Opponent, session: SessionCreated, level: BotDifficulty | null = null): Seat {
  const { game, variant, roomCode } = session;
  const tokens = session.tokens?.map(({ sessionToken }) => sessionToken) ?? [session.sessionToken];
  return { opponent, game, variant, tokens, roomCode, level, over: false };
}

function enter(seat: Seat, how: "push" | "replace" = "push"): void {
  leave();
  saveSeat(seat);
  go("game", how);
}
