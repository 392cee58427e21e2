// The immutable state of a game.
import type { ParlourError } from "./errors.js";
import type { EndReason, GameName, PlayerClocks } from "./types.js";
import type { Cell, Entry, Layout, Legal, Play, PlayerOf } from "./wire.js";

/**
 * The state of the connection.
 *
 * `restarting`: the server has announced a restart. `taken-over`: the same player continues in
 * another window, and this one only shows the game. `closed`: closed by the client. `failed`: the
 * server refused the client for the reason in `state.error`, and a retry would not help.
 */
export type Connection = "connecting" | "online" | "reconnecting" | "restarting" | "taken-over" | "closed" | "failed";

/** The phase of the game; `waiting` is waiting for an opponent. */
export type Phase = "connecting" | "waiting" | "playing" | "over";

/** A player who must act before a deadline. */
export interface Countdown {
  readonly playerId: string;
  /** True if you must act. */
  readonly you: boolean;
  /** The deadline in epoch milliseconds of the server's clock; `null` if the server sent none. */
  readonly expiresAt: number | null;
  /** Whole seconds left, counted down by the client. */
  readonly secondsLeft: number | null;
}

/** The deadline for each move. */
export interface AfkRule {
  readonly enabled: boolean;
  readonly timeoutSeconds: number;
  /** How many seconds before the deadline the warning is sent. */
  readonly warnSeconds: number;
}

/** How the game ended. */
export interface Result {
  /** The winner's player id; `null` is a draw. */
  readonly winner: string | null;
  /** `won`, `lost` or `drawn` for a player; `null` for a spectator. */
  readonly outcome: "won" | "lost" | "drawn" | null;
  readonly reason: EndReason;
  readonly winningLine: readonly number[] | null;
  readonly drawRule: string | null;
  readonly pdn: string | null;
}

/** The fields that every game has. */
export interface SharedState {
  readonly variant: string | null;
  readonly phase: Phase;
  readonly connection: Connection;
  readonly roomId: string | null;
  /** Your player id; `null` for a spectator. */
  readonly playerId: string | null;
  /** Your index in `players`; `null` for a spectator and before the start. */
  readonly seat: number | null;
  /** Index into `players` of the side to move; -1 after the last move, which leaves nobody a legal move. */
  readonly turn: number;
  readonly yourTurn: boolean;
  /** The player who was warned for not moving. */
  readonly afk: Countdown | null;
  /** How long a player may think; `null` before the start and for a spectator. */
  readonly afkRule: AfkRule | null;
  /** The players' clocks as the server told them last; `null` in a game without clocks. `game.timeLeft` tells what they show now. */
  readonly clock: PlayerClocks | null;
  /** The opponent who lost the connection. */
  readonly away: Countdown | null;
  /** The id of the player who offers a draw. */
  readonly drawOffer: string | null;
  /** The id of the player who offers a rematch. */
  readonly rematchOffer: string | null;
  /** How many people watch. */
  readonly spectators: number;
  /** Your place in the queue; 1 is next. */
  readonly queuePosition: number | null;
  readonly result: Result | null;
  /** Why there is no connection; permanent if it has `failed`. */
  readonly error: ParlourError | null;
  /** The number of the last event that this state includes. */
  readonly seq: number | null;
}

/** One game as seen by a player or a spectator. Never changed in place. */
export interface RoomState<G extends GameName> extends SharedState {
  readonly game: G;
  /** Index 0 moves first. */
  readonly players: readonly PlayerOf<G>[];
  /** Row by row from the top left corner. */
  readonly board: readonly Cell<G>[];
  /** Your legal moves; empty when it is not your turn. */
  readonly legal: readonly Legal<G>[];
  readonly history: readonly Entry<G>[];
  /** Your move that the server has not confirmed yet. */
  readonly pending: Play<G> | null;
  /** Size, squares and notation of the variant; `null` until they are loaded. */
  readonly layout: Layout<G> | null;
}

/** The state of any game, told apart by `game`. */
export type GameState = { [G in GameName]: RoomState<G> }[GameName];

/** The state before the first event of the server. */
export function initialState<G extends GameName>(game: G): RoomState<G> {
  return {
    game,
    variant: null,
    phase: "connecting",
    connection: "connecting",
    roomId: null,
    playerId: null,
    seat: null,
    players: [],
    board: [],
    turn: 0,
    yourTurn: false,
    legal: [],
    history: [],
    pending: null,
    afk: null,
    away: null,
    drawOffer: null,
    rematchOffer: null,
    spectators: 0,
    queuePosition: null,
    result: null,
    layout: null,
    error: null,
    afkRule: null,
    clock: null,
    seq: null,
  };
}
