// The ways to start a game: each requests a session, saves its seat and opens the game.
import { ApiError, type BotDifficulty, type GameName, type SessionCreated } from "@parlour/sdk";
import { games } from "../games.js";
import { translate } from "../language/language.js";
import { beginLocalGame, type ComputerWishes, lastRung, levelOf, WISHES } from "../local/begin-local.js";
import { hasModule } from "../local/module.js";
import { go } from "../router.js";
import { beginGuestSession, joinGuestSession } from "../server.js";
import { settings } from "../settings.js";
import { preference } from "./choice.js";
import { leave } from "./live-game.js";
import { type Opponent, type Seat, saveSeat } from "./seat.js";
import { timeControlOf } from "./time-presets.js";

/** The game and the variant to play. */
export interface Choice {
  readonly game: GameName;
  readonly variant: string | undefined;
}

/** Games against the computer or on one screen have no move deadline. */
const NO_AFK_TIMEOUT = { afkTimeoutEnabled: false };

/** Starts a game against the computer: in this browser, or on the server if the app was built without the module. */
export async function playComputer(choice: Choice, wishes: ComputerWishes): Promise<void> {
  if (hasModule) return enter(await beginLocalGame(choice, wishes));
  return playAgain(choice, levelOf(choice.game, wishes.rung));
}

/** Starts another game on the server against the computer of this level. */
export async function playAgain(choice: Choice, level: BotDifficulty): Promise<void> {
  enter(seatOf("computer", await beginBotGame(choice, ownName(), level), level));
}

/** Starts a game in which the computer plays both sides; on the server only for games that it analyses. */
export async function watchComputers(choice: Choice): Promise<void> {
  if (hasModule) return enter(await beginLocalGame(choice, { ...WISHES, seat: "none", rung: lastRung(choice.game) }));
  enter(seatOf("computers", await beginBotGame(choice, translate("computer"), "medium"), "medium"));
}

/** Joins the matchmaking queue of the preferred clock; without one, each move has its time. */
export async function playStranger(choice: Choice): Promise<void> {
  const timeControl = timeControlOf(preference.get().time);
  enter(seatOf("stranger", await beginGuestSession({ ...choice, matchType: "matchmaking", displayName: ownName(), timeControl })));
}

/** Creates a private game for a friend, who joins by link or code; without a clock, they have as much time as they like. */
export async function inviteFriend(choice: Choice): Promise<void> {
  const timeControl = timeControlOf(preference.get().time) ?? { kind: "none" };
  enter(seatOf("friend", await beginGuestSession({ ...choice, matchType: "private", displayName: ownName(), timeControl })));
}

/** Starts a game of two people on this screen. */
export async function playHere(choice: Choice): Promise<void> {
  if (hasModule) return enter(await beginLocalGame(choice, { ...WISHES, seat: "both" }));
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
  return { opponent, game, variant, tokens, local: null, roomCode, level, over: false };
}

function enter(seat: Seat, how: "push" | "replace" = "push"): void {
  leave();
  saveSeat(seat);
  go("game", how);
}
