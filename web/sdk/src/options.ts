// What a caller says to get a game: who it is, where, and with which settings.
import { ParlourError } from "./errors.js";
import type { Server } from "./socket.js";
import type { SeatStorage } from "./storage.js";
import { readToken } from "./token.js";
import type { BotDifficulty, GameName, MatchmakingJoin, SessionClaims } from "./types.js";

/** Settings of the game to join; they beat those of the session. */
export interface JoinSettings {
  variant?: string;
  /** Play the computer: `true` is medium. */
  bot?: boolean | BotDifficulty;
  afkTimeoutEnabled?: boolean;
  /** 10 to 600. */
  afkTimeoutSeconds?: number;
  /** More than 0, less than the timeout. */
  afkWarnSeconds?: number;
}

/** A player without an account. */
export interface Guest<G extends GameName> extends JoinSettings {
  game: G;
  username: string;
}

/** A running game to look at. */
export interface Watched<G extends GameName> {
  game: G;
  roomId: string;
  username?: string;
}

/** Where the server is and how to talk to it. */
export interface ServerOptions {
  /** The server's address; in a browser, the page's own server if left out. */
  server?: Server | undefined;
  /** The path of the sockets, `/socket.io` below the server's address if left out. */
  socketPath?: string | undefined;
  /** Where a seat is remembered over a reload: `localStorage` in browsers if left out, `null` for nowhere. */
  storage?: SeatStorage | null | undefined;
  /** Prints every event, or hands it to a function. */
  debug?: boolean | ((line: DebugLine) => void) | undefined;
  /** `false` only connects; the caller then sends `matchmaking:join` itself through `game.socket`. */
  autoJoin?: boolean | undefined;
}

/** One event in the log of `debug`. */
export interface DebugLine {
  direction: "in" | "out";
  event: string;
  payload: unknown;
}

/** A session token, or a function that fetches one whenever the client must connect anew. */
export type TokenSource = string | (() => string | Promise<string>);

/** Who plays, or what is watched: exactly one of the three. */
export type ConnectOptions<G extends GameName = GameName> = ServerOptions &
  (
    | { token: TokenSource /** Needed only with a function. */; game?: G | undefined; settings?: JoinSettings | undefined }
    | { guest: Guest<G> }
    | { watch: Watched<G> }
  );

/** The options, read once: which game, which key the seat is kept under, and what to send. */
export interface Intent<G extends GameName> {
  readonly game: G;
  readonly watched: Watched<G> | null;
  /** What the token said, as soon as there is one. */
  claims(): SessionClaims | null;
  credentials(): Promise<Record<string, unknown>>;
  join(): MatchmakingJoin;
  /** True if a new token may be fetched after one was refused. */
  readonly renewable: boolean;
}

/** Reads the options; a mistake in them is an error here and not later. */
export function readOptions<G extends GameName>(options: ConnectOptions<G>): Intent<G> {
  if ("token" in options) return withToken(options.token, options.game, options.settings ?? {});
  const base = { claims: () => null, credentials: async () => ({}), renewable: false };
  if ("guest" in options) {
    const { game, username, ...settings } = options.guest;
    return { ...base, game, watched: null, join: () => ({ username, ...joinFields(settings) }) };
  }
  if ("watch" in options) {
    return { ...base, game: options.watch.game, watched: options.watch, join: () => ({ username: "Spectator" }) };
  }
  throw new ParlourError("bad_options", "there is no one to play as", { hint: "Give token, guest or watch." });
}

function withToken<G extends GameName>(source: TokenSource, game: G | undefined, settings: JoinSettings): Intent<G> {
  let claims = typeof source === "string" ? readToken(source) : null;
  const name = game ?? (claims?.game as G | undefined);
  if (!name) {
    throw new ParlourError("bad_options", "the game is not known before the token is fetched", {
      param: "game",
      hint: "Give game beside a token function.",
    });
  }
  return {
    game: name,
    watched: null,
    renewable: typeof source === "function",
    claims: () => claims,
    credentials: async () => {
      const token = typeof source === "string" ? source : await source();
      claims = readToken(token);
      return { token };
    },
    join: () => ({
      ...holder(claims),
      ...joinFields({ ...(claims?.matchType === "bot" && { bot: true }), ...settings }),
    }),
  };
}

/** The holder of a token is its first player. */
function holder(claims: SessionClaims | null): MatchmakingJoin {
  const [player] = claims?.players ?? [];
  const username = player?.displayName ?? "";
  return { username, ...(player && { playerId: player.id }), ...(claims && { sessionId: claims.sid }) };
}

function joinFields({ bot, ...settings }: JoinSettings): Omit<MatchmakingJoin, "username"> {
  return { ...settings, ...(bot && { wantsBot: true }), ...(typeof bot === "string" && { botDifficulty: bot }) };
}
