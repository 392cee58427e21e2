// The options of a game: player or spectator, server and settings.
import { ParlourError } from "./errors.js";
import type { Server } from "./socket.js";
import type { SeatStorage } from "./storage.js";
import { readToken } from "./token.js";
import type { BotDifficulty, GameName, MatchmakingJoin, SessionClaims, TimeControl } from "./types.js";

/** Settings of the game to join; they override those of the session. */
export interface JoinSettings {
  variant?: string;
  /** Play the computer: `true` is medium. */
  bot?: boolean | BotDifficulty;
  /** How much time the players have; with a token it must be that of the session. */
  timeControl?: TimeControl;
  /** Accepts this game of the lobby, see `followLobby`; the session must be for its variant and its time. */
  seekId?: string;
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

/** A running game to watch. */
export interface Watched<G extends GameName> {
  game: G;
  roomId: string;
  username?: string;
}

/** Where the server is and how to talk to it. */
export interface ServerOptions {
  /** The server's address; the default in a browser is the page's origin. */
  server?: Server | undefined;
  /** The path of the sockets; the default is `/socket.io` below the server's address. */
  socketPath?: string | undefined;
  /** Where a guest's seat is saved: by default `localStorage` in browsers, `null` for nowhere. */
  storage?: SeatStorage | null | undefined;
  /** Logs every event to the console, or passes it to a function. */
  debug?: boolean | ((line: DebugLine) => void) | undefined;
  /** `false` connects without joining; the caller sends `matchmaking:join` through `game.socket`. */
  autoJoin?: boolean | undefined;
}

/** One event in the log of `debug`. */
export interface DebugLine {
  direction: "in" | "out";
  event: string;
  payload: unknown;
}

/** A session token, or a function that fetches one for each connection. */
export type TokenSource = string | (() => string | Promise<string>);

/** A player with a token, a guest or a spectator: exactly one of the three. */
export type ConnectOptions<G extends GameName = GameName> = ServerOptions &
  (
    | { token: TokenSource /** Needed only with a function. */; game?: G | undefined; settings?: JoinSettings | undefined }
    | { guest: Guest<G> }
    | { watch: Watched<G> }
  );

/** The options in the form that the client uses. */
export interface Intent<G extends GameName> {
  readonly game: G;
  readonly watched: Watched<G> | null;
  /** The claims of the token; `null` before it is fetched. */
  claims(): SessionClaims | null;
  credentials(): Promise<Record<string, unknown>>;
  join(): MatchmakingJoin;
  /** Whether a new token can be fetched after one was refused. */
  readonly renewable: boolean;
}

/** Validates the options; throws a `ParlourError` if they are wrong. */
export function readOptions<G extends GameName>(options: ConnectOptions<G>): Intent<G> {
  if ("token" in options) return withToken(options.token, options.game, options.settings ?? {});
  const base = { claims: () => null, credentials: async () => ({}), renewable: false };
  if ("guest" in options) {
    const { game, username, ...settings } = options.guest;
    return { ...base, game, watched: null, join: () => ({ username, ...joinFields(settings) }) };
  }
  if ("watch" in options) {
    return { ...base, game: options.watch.game, watched: options.watch, join: () => ({ username: "" }) };
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
