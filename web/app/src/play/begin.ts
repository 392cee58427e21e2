// The ways to start a game: each requests a session, saves its seat and opens the game.
import { ApiError, type BotDifficulty, type GameName, type SessionCreated } from "@parlour/sdk";
import { games } from "../games.js";
import { translate } from "../language/language.js";
import { go } from "../router.js";
import { beginGuestSession, joinGuestSession } from "../server.js";
import { settings } from "../settings.js";
import { preference } from "./choice.js";
import { leave } from "./live-game.js";
import { type Opponent, type Seat, saveSeat } from "./seat.js";

/** The game and the variant to play. */
export interface Choice {
  readonly game: GameName;
  readonly variant: string | undefined;
}

/** Games against the computer or on one screen have no move deadline. */
const NO_AFK_TIMEOUT = { afkTimeoutEnabled: false };

/** Starts a game against the computer. */
export async function playComputer(choice: Choice, level: BotDifficulty): Promise<void> {
  enter(seatOf("computer", await beginBotGame(choice, ownName(), level), level));
}

/** Starts a game in which the computer plays both sides; only for games that the server analyses. */
export async function watchComputers(choice: Choice): Promise<void> {
  enter(seatOf("computers", await beginBotGame(choice, translate("computer"), "medium"), "medium"));
}

/** Joins the matchmaking queue. */
export async function playStranger(choice: Choice): Promise<void> {
  enter(seatOf("stranger", await beginGuestSession({ ...choice, matchType: "matchmaking", displayName: ownName() })));
}

/** Creates a private game for a friend, who joins by link or code. */
export async function inviteFriend(choice: Choice): Promise<void> {
  enter(seatOf("friend", await beginGuestSession({ ...choice, matchType: "private", displayName: ownName() })));
}

/** Starts a game of two people on this screen. */
export async function playHere(choice: Choice): Promise<void> {
  const names = { displayName: translate("firstPlayer"), opponentName: translate("secondPlayer") };
  enter(seatOf("here", await beginGuestSession({ ...choice, ...names, matchType: "private", ...NO_AFK_TIMEOUT })));
}

/** Joins a friend's game; if the game is not known, each is tried, because a code does not tell it. */
export async function joinFriend(code: string, game: GameName | null): Promise<void> {
  const likely = game ?? preference.get().game;
  const others = game ? [] : games.map(({ name }) => name).filter((name) => name !== likely);
  enter(seatOf("friend", await joinFirst(code, [likely, ...others])), "replace");
}

/** Joins the first of these games that has a room with this code. */
async function joinFirst(code: string, [wanted, ...others]: [GameName, ...GameName[]]): Promise<SessionCreated> {
  return joinGuestSession(code, wanted, ownName()).catch((error: unknown) => {
    const [next, ...rest] = others;
    if (next === undefined || !(error instanceof ApiError) || error.status !== 404) throw error;
    return joinFirst(code, [next, ...rest]);
  });
}

function beginBotGame(choice: Choice, displayName: string, botDifficulty: BotDifficulty): Promise<SessionCreated> {
  return beginGuestSession({ ...choice, matchType: "bot", displayName, botDifficulty, ...NO_AFK_TIMEOUT });
}

/** The player's display name. */
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
