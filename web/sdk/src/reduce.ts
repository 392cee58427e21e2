// The reducer: the next state for each server event, without socket or clock.
import { wireOf } from "./game-wire.js";
import type { AfkRule, Countdown, RoomState } from "./state.js";
import type { AfkWarning, Deadline, EndReason, GameName, PlayerClocks } from "./types.js";
import type { Cell, Entry, GameOver, Legal, MoveMade, PlayerOf } from "./wire.js";

/** Returns the next state; a method type, so that each function can declare the payload of its event. */
type Step = { call<G extends GameName>(state: RoomState<G>, payload: unknown): RoomState<G> }["call"];

/** The fields that the events of started, reconnected, watched and moved games share. */
interface Position<G extends GameName> {
  roomId: string;
  playerId?: string;
  players?: PlayerOf<G>[];
  board: Cell<G>[];
  currentTurn: number;
  moveHistory?: Entry<G>[];
  legalMoves?: Legal<G>[];
  variant?: string;
  afkTimeoutEnabled?: boolean;
  afkTimeoutSeconds?: number;
  afkWarnSeconds?: number;
  away?: Deadline[];
  drawOffer?: string;
  rematchOffer?: string;
  spectators?: number;
}

/** A move that was made; it has a timestamp if the server omits the history. */
type Made<G extends GameName> = Position<G> & MoveMade<G> & { timestamp?: number };

type Over<G extends GameName> = GameOver<G> & {
  winner: string | null;
  reason: EndReason;
  drawRule?: string | null;
  pdn?: string | null;
};

/** Returns the state after `event`; events without effect on the state return it unchanged. */
export function reduce<G extends GameName>(state: RoomState<G>, event: string, payload: unknown): RoomState<G> {
  const own = `${state.game}:`;
  const step = steps[event.startsWith(own) ? event.slice(own.length) : event];
  const next = step ? step(state, payload) : state;
  const { afkWarning, clock } = (payload ?? {}) as { afkWarning?: Deadline; clock?: PlayerClocks };
  const warned = afkWarning ? { ...next, afk: countdown(next, afkWarning) } : next;
  return clock ? { ...warned, clock } : warned;
}

const steps: Readonly<Record<string, Step>> = {
  "matchmaking:waiting": (state, { playerId, position }: { playerId: string; position: number }) => ({
    ...state,
    phase: "waiting",
    playerId,
    queuePosition: position,
  }),

  "game:started": fromSnapshot,
  "game:reconnected": fromSnapshot,
  "game:spectate:joined": fromSnapshot,
  "game:move:made": moved,

  afk_warning: (state, warning: AfkWarning) => ({ ...state, afk: countdown(state, warning) }),
  afk_warning_cleared: (state) => ({ ...state, afk: null }),

  "player:disconnected": (state, gone: Deadline) => ({ ...withConnected(state, gone.playerId, false), away: countdown(state, gone) }),
  "player:reconnected": (state, { playerId }: { playerId: string }) => ({
    ...withConnected(state, playerId, true),
    away: state.away?.playerId === playerId ? null : state.away,
  }),

  "game:draw:offered": (state, { playerId }: { playerId: string }) => ({ ...state, drawOffer: playerId }),
  "game:draw:declined": (state) => ({ ...state, drawOffer: null }),
  "game:rematch:offered": (state, { playerId }: { playerId: string }) => ({ ...state, rematchOffer: playerId }),

  "game:spectators": (state, { count }: { count: number }) => ({ ...state, spectators: count }),

  "game:over": ended,
};

function moved<G extends GameName>(state: RoomState<G>, made: Made<G>): RoomState<G> {
  const mover = state.players[state.turn]?.id ?? "";
  const history = made.moveHistory ?? [...state.history, wireOf(state.game).entry(made, mover, made.timestamp ?? 0)];
  // A move of the other side declines the offer.
  const drawOffer = history.at(-1)?.playerId === state.drawOffer ? state.drawOffer : null;
  return withTurn({ ...state, board: made.board, turn: made.currentTurn, history, afk: null, drawOffer }, made.legalMoves);
}

function ended<G extends GameName>(state: RoomState<G>, over: Over<G>): RoomState<G> {
  const { drawRule = null, pdn = null, reason, winner } = over;
  return {
    ...state,
    phase: "over",
    yourTurn: false,
    legal: [],
    afk: null,
    away: null,
    drawOffer: null,
    result: {
      winner,
      outcome: state.seat === null ? null : winner === null ? "drawn" : winner === state.playerId ? "won" : "lost",
      reason,
      winningLine: wireOf(state.game).winningLine?.(over) ?? null,
      drawRule,
      pdn,
    },
  };
}

/** A snapshot replaces the whole state of the room. */
function fromSnapshot<G extends GameName>(state: RoomState<G>, position: Position<G>): RoomState<G> {
  const players = position.players ?? state.players;
  const playerId = position.playerId ?? null;
  const seat = players.findIndex(({ id }) => id === playerId);
  const gone = players.find(({ connected, id }) => !connected && id !== playerId);
  const { away, drawOffer = null, rematchOffer = null } = position;
  return withTurn(
    {
      ...state,
      phase: "playing",
      roomId: position.roomId,
      variant: position.variant ?? state.variant,
      playerId,
      seat: seat < 0 ? null : seat,
      players,
      board: position.board,
      turn: position.currentTurn,
      history: position.moveHistory ?? [],
      afk: null,
      away: gone ? countdown({ playerId }, away?.find((deadline) => deadline.playerId === gone.id) ?? { playerId: gone.id }) : null,
      drawOffer,
      rematchOffer,
      spectators: position.spectators ?? 0,
      queuePosition: null,
      result: null,
      error: null,
      afkRule: afkRule(position),
      clock: null,
    },
    position.legalMoves,
  );
}

function afkRule<G extends GameName>({ afkTimeoutEnabled, afkTimeoutSeconds = 0, afkWarnSeconds = 0 }: Position<G>): AfkRule | null {
  if (afkTimeoutEnabled === undefined) return null;
  return { enabled: afkTimeoutEnabled, timeoutSeconds: afkTimeoutSeconds, warnSeconds: afkWarnSeconds };
}

/** Sets whose turn it is and the legal moves: as the server sent them, else those that follow from the board. */
function withTurn<G extends GameName>(state: RoomState<G>, sent?: Legal<G>[]): RoomState<G> {
  // The server sends no moves after the last one, before `game:over`.
  const turn = sent?.length === 0 ? -1 : state.turn;
  const yourTurn = state.seat === turn;
  const legal = sent ?? wireOf(state.game).legalOn?.(state.board) ?? [];
  return { ...state, turn, yourTurn, legal: yourTurn ? legal : [] };
}

function withConnected<G extends GameName>(state: RoomState<G>, playerId: string, connected: boolean): RoomState<G> {
  return { ...state, players: state.players.map((player) => (player.id === playerId ? { ...player, connected } : player)) };
}

/** The time that a player has left, as `you` sees it. */
function countdown(you: { playerId: string | null }, { playerId, expiresAt = null }: { playerId: string; expiresAt?: number | null }): Countdown {
  return { playerId, you: playerId === you.playerId, expiresAt, secondsLeft: null };
}
