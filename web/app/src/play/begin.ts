// The ways into a game: each asks the server for a session and takes its seat.
import { ApiError, type BotDifficulty, type GameName, type SessionCreated } from "@parlour/sdk";
import { say } from "../language/language.js";
import { go } from "../router.js";
import { beginGuestSession, joinGuestSession } from "../server.js";
import { settings } from "../settings.js";
import { type Opponent, type Seat, sit } from "./seat.js";
import { rise } from "./table.js";

/** What is played. */
export interface Choice {
  readonly game: GameName;
  readonly variant: string | undefined;
}

/** Nobody is hurried who plays the computer or a neighbour. */
const UNHURRIED = { afkTimeoutEnabled: false };

/** Plays the computer. */
export async function playComputer(choice: Choice, level: BotDifficulty): Promise<void> {
  const wish = { ...choice, matchType: "bot", displayName: ownName(), botDifficulty: level, ...UNHURRIED } as const;
  const session = await beginGuestSession(wish);
  enter(seatOf("computer", session, level));
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
  const names = { displayName: say("firstPlayer"), opponentName: say("secondPlayer") };
  enter(seatOf("here", await beginGuestSession({ ...choice, ...names, matchType: "private", ...UNHURRIED })));
}

/** Takes the friend's side of an invitation; the code tells nothing of the game, so each is tried. */
export async function joinFriend(code: string): Promise<void> {
  const join = (game: GameName): Promise<SessionCreated> => joinGuestSession(code, game, ownName());
  const session = await join("checkers").catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return join("tictactoe");
    throw error;
  });
  enter(seatOf("friend", session), "replace");
}

/** The name others see. */
export function ownName(): string {
  return settings.get().name.trim() || say("guest");
}

function seatOf(opponent: Opponent, session: SessionCreated, level: BotDifficulty | null = null): Seat {
  const { game, variant, roomCode } = session;
  const tokens = session.tokens?.map(({ sessionToken }) => sessionToken) ?? [session.sessionToken];
  return { opponent, game, variant, tokens, roomCode, level, over: false };
}

function enter(seat: Seat, how: "push" | "replace" = "push"): void {
  rise();
  sit(seat);
  go("game", how);
}
