// The ways to start a game: each requests a session, saves its seat and opens the game.
import type { BotDifficulty, GameName, GuestInvitation, SessionCreated, WantedSide } from "@parlour/sdk";
import { translate } from "../language/language.js";
import { beginLocalGame, type ComputerWishes, lastRung, levelOf, WISHES } from "../local/begin-local.js";
import { hasModule } from "../local/module.js";
import { go } from "../router.js";
import { beginGuestSession, joinGuestSession } from "../server.js";
import { settings } from "../settings.js";
import { preference } from "./choice.js";
import { closeGame, openGames } from "./live-game.js";
import { keyOf, type Opponent, removeSeat, type Seat, saveSeat, seats } from "./seat.js";
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
export async function inviteFriend({ game, variant }: Choice, side: WantedSide): Promise<void> {
  const timeControl = timeControlOf(preference.get().time) ?? { kind: "none" };
  const session = await beginGuestSession({ game, variant, matchType: "private", displayName: ownName(), timeControl, side });
  enter(seatOf("friend", session));
}

/** Starts a game of two people on this screen. */
export async function playHere(choice: Choice): Promise<void> {
  if (hasModule) return enter(await beginLocalGame(choice, { ...WISHES, seat: "both" }));
  const names = { displayName: translate("firstPlayer"), opponentName: translate("secondPlayer") };
  enter(seatOf("here", await beginGuestSession({ ...choice, ...names, matchType: "private", ...NO_AFK_TIMEOUT })));
}

/** Joins the game of an invitation. */
export async function joinFriend({ game, host, roomCode }: GuestInvitation): Promise<void> {
  enter({ ...seatOf("friend", await joinGuestSession(roomCode, game, ownName())), host }, "replace");
}

function beginBotGame(choice: Choice, displayName: string, botDifficulty: BotDifficulty): Promise<SessionCreated> {
  return beginGuestSession({ ...choice, matchType: "bot", displayName, botDifficulty, ...NO_AFK_TIMEOUT });
}

/** The player's display name. */
export function ownName(): string {
  return settings.get().name.trim() || translate("guest");
}

/** The seat of a session. */
export function seatOf(opponent: Opponent, session: SessionCreated, level: BotDifficulty | null = null): Seat {
  const { game, variant, roomCode } = session;
  const tokens = session.tokens?.map(({ sessionToken }) => sessionToken) ?? [session.sessionToken];
  return { opponent, game, variant, tokens, local: null, roomId: null, roomCode, host: null, level, over: false };
}

/** Saves a seat and shows its game. */
export function enter(seat: Seat, how: "push" | "replace" = "push"): void {
  leaveQueue();
  saveSeat(seat);
  go("game", how);
}

/** Stops waiting for strangers: whoever begins another game is not called away from it. */
export function leaveQueue(): void {
  const waiting = seats.get().filter((seat) => seat.opponent === "stranger" && seat.roomId === null);
  for (const seat of waiting) {
    // A game that has just begun stays.
    const key = keyOf(seat);
    if (openGames.get().get(key)?.get().roomId) continue;
    closeGame(key);
    removeSeat(seat);
  }
}
