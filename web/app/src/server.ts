// The HTTP requests of the app.

import type {
  BotDifficulty,
  ErrorBody,
  GameName,
  GameRecord,
  GuestInvitation,
  Layout,
  MatchType,
  RoomSummary,
  SessionCreated,
  TimeControl,
  VariantList,
  WantedSide,
} from "@parlour/sdk";
import { ApiError, ConnectionError, roomPage, variants } from "@parlour/sdk";
import { addressOf, base } from "./address.js";
import { games, isGame } from "./games.js";
import { hasModule, moduleVariants } from "./local/module.js";
import { isBusy } from "./retry.js";

/** A variant of any game, with its board and its rules. */
export type AnyVariant = { readonly game: GameName } & Layout<GameName>;

/** A running game that can be watched. */
export type AnyRoom = RoomSummary & { readonly game: GameName };

/** The body of a guest's session request. */
export interface GuestSession {
  readonly game: GameName;
  readonly variant?: string | undefined;
  readonly matchType: MatchType;
  readonly displayName: string;
  /** The second player, when two people share one screen. */
  readonly opponentName?: string;
  readonly botDifficulty?: BotDifficulty | undefined;
  readonly afkTimeoutEnabled?: boolean;
  readonly timeControl?: TimeControl | undefined;
  /** The side of the host of a private game. */
  readonly side?: WantedSide;
}

let catalogue: Promise<readonly AnyVariant[]> | null = null;

/** Every variant of every game that the app has; requested once, and again after a failure. */
export function allVariants(): Promise<readonly AnyVariant[]> {
  catalogue ??= variants(base())
    .catch(variantsOfModule)
    .then(({ games }) => games.filter(({ game }) => isGame(game)).flatMap(({ game, variants }) => variants.map((variant) => ({ game, ...variant }))));
  catalogue.catch(() => (catalogue = null));
  return catalogue;
}

/** The variants of the module, if the server does not answer. */
async function variantsOfModule(problem: unknown): Promise<VariantList> {
  if (!hasModule || isBusy(problem)) throw problem;
  return moduleVariants().catch(() => {
    throw problem;
  });
}

/** The public games between people on the requested pages. */
export interface Rooms {
  readonly rooms: readonly AnyRoom[];
  readonly hasMore: boolean;
}

/** The first pages of the public games between people. */
export async function publicRooms(pages: number): Promise<Rooms> {
  const found = await Promise.all(games.map(({ name }) => pagesOf(name, pages)));
  return { rooms: found.flatMap(({ rooms }) => rooms), hasMore: found.some(({ hasMore }) => hasMore) };
}

async function pagesOf(game: GameName, pages: number): Promise<Rooms> {
  const rooms: AnyRoom[] = [];
  let after: string | null | undefined;
  for (let page = 0; page < pages; page += 1) {
    const list = await roomPage(base(), game, after);
    rooms.push(...list.rooms.map((room) => ({ ...room, game })));
    if (!list.hasMore) return { rooms, hasMore: false };
    after = list.after;
  }
  return { rooms, hasMore: true };
}

/** Creates a session as a guest. */
export function beginGuestSession(request: GuestSession): Promise<SessionCreated> {
  return post("v1/guest/sessions", request);
}

/** Joins a friend's game by its code. */
export function joinGuestSession(roomCode: string, game: GameName, displayName: string): Promise<SessionCreated> {
  return post("v1/guest/join", { roomCode, game, displayName });
}

/** The game so far in Portable Draughts Notation; a game that anyone may watch needs no token. */
export async function fetchPdn(roomId: string, token?: string): Promise<string> {
  const response = await send(`v1/games/${encodeURIComponent(roomId)}/pdn`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  return response.text();
}

/** The record of a game that anyone may watch, running or finished; `null` if there is none. */
export function fetchRecord(roomId: string): Promise<GameRecord | null> {
  return lookUp(`v1/games/${encodeURIComponent(roomId)}`);
}

/** The invitation behind a code; `null` if there is none. */
export function fetchInvitation(code: string): Promise<GuestInvitation | null> {
  return lookUp(`v1/guest/invitations/${encodeURIComponent(code)}`);
}

/** Reads JSON; `null` if the server has nothing at this path for this reader. */
async function lookUp<T>(path: string): Promise<T | null> {
  try {
    return (await (await send(path, {})).json()) as T;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return null;
    throw error;
  }
}

/** Posts JSON and reads JSON. */
export async function post<T>(path: string, body: object): Promise<T> {
  const response = await send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

async function send(path: string, request: RequestInit): Promise<Response> {
  const response = await fetch(addressOf(path), request).catch((error: unknown) => {
    throw new ConnectionError("unreachable", "the server cannot be reached", { hint: String(error) });
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const code = body.code ?? `http_${response.status}`;
  const details = { hint: body.hint, requestId: body.request_id };
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  throw new ApiError(response.status, code, body.error ?? `the server answered ${response.status}`, details, retryAfter);
}
