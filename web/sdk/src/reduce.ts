// What each server event makes of the state: plain functions, no socket, no clock.
import type { AfkRule, Countdown, RoomState } from "./state.js";
import type { AfkWarning, CheckersMove, Deadline, EndReason, GameName, Mark } from "./types.js";
import type { Cell, Entry, Legal, PlayerOf } from "./wire.js";

type Step<G extends GameName, P> = (state: RoomState<G>, payload: P) => RoomState<G>;

/** The parts of a position that started, reconnected, spectated and moved games have in common. */
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
  afkWarning?: Deadline;
  away?: Deadline[];
  drawOffer?: string;
  rematchOffer?: string;
  spectators?: number;
}

/** A move that was just made; a server that spares us the history tells its time. */
interface Made<G extends GameName> extends Position<G> {
  move?: CheckersMove;
  position?: number;
  mark?: Mark;
  timestamp?: number;
}

interface Over {
  winner: string | null;
  reason: EndReason;
  winningLine?: number[] | null;
  drawRule?: string | null;
  pdn?: string | null;
}

/** Gives the state after `event`; an event that the state does not show leaves it as it is. */
export function reduce<G extends GameName>(state: RoomState<G>, event: string, payload: unknown): RoomState<G> {
  const step = steps[event.replace(/^(checkers|tictactoe):/, "")];
  return step ? (step as unknown as Step<G, unknown>)(state, payload) : state;
}

type AnyState = RoomState<GameName>;

const steps: Record<string, Step<GameName, never>> = {
  "matchmaking:waiting": (state, { playerId, position }: { playerId: string; position: number }) =>
    ({ ...state, phase: "waiting", playerId, queuePosition: position }),

  "game:started": (state, position: Position<GameName>) => fresh(state, position),
  "game:reconnected": (state, position: Position<GameName>) => fresh(state, position),
  "game:spectate:joined": (state, position: Position<GameName>) => fresh(state, position),

  "game:move:made": (state, made: Made<GameName>) => {
    const history = made.moveHistory ?? [...state.history, entry(state, made)];
    // An offer stands until the other side answers it, be it with a move.
    const drawOffer = history.at(-1)?.playerId === state.drawOffer ? state.drawOffer : null;
    return toMove({ ...state, board: made.board, turn: made.currentTurn, history, afk: null, drawOffer }, made.legalMoves);
  },

  "afk_warning": (state, { playerId, expiresAt }: AfkWarning) =>
    ({ ...state, afk: countdown(state, playerId, expiresAt) }),
  "afk_warning_cleared": (state) => ({ ...state, afk: null }),

  "player:disconnected": (state, { playerId, expiresAt }: { playerId: string; expiresAt: number }) =>
    ({ ...seen(state, playerId, false), away: countdown(state, playerId, expiresAt) }),
  "player:reconnected": (state, { playerId }: { playerId: string }) => {
    const back = seen(state, playerId, true);
    return state.away?.playerId === playerId ? { ...back, away: null } : back;
  },

  "game:draw:offered": (state, { playerId }: { playerId: string }) => ({ ...state, drawOffer: playerId }),
  "game:draw:declined": (state) => ({ ...state, drawOffer: null }),
  "game:rematch:offered": (state, { playerId }: { playerId: string }) => ({ ...state, rematchOffer: playerId }),

  "game:spectators": (state, { count }: { count: number }) => ({ ...state, spectators: count }),

  "game:over": (state, over: Over) => ({
    ...state,
    phase: "over",
    yourTurn: false,
    legal: [],
    afk: null,
    away: null,
    drawOffer: null,
    result: {
      winner: over.winner,
      outcome: state.seat === null ? null : over.winner === null ? "drawn" : over.winner === state.playerId ? "won" : "lost",
      reason: over.reason,
      winningLine: over.winningLine ?? null,
      drawRule: over.drawRule ?? null,
      pdn: over.pdn ?? null,
    },
  }),
};

/** A whole position replaces everything that was known of the room. */
function fresh(state: AnyState, position: Position<GameName>): AnyState {
  const players = position.players ?? state.players;
  const playerId = position.playerId ?? null;
  const seat = players.findIndex(({ id }) => id === playerId);
  const gone = players.find(({ connected, id }) => !connected && id !== playerId);
  const { afkWarning, away, drawOffer = null, rematchOffer = null } = position;
  const until = (id: string, expiresAt: number | null = null) => countdown({ ...state, playerId }, id, expiresAt);
  return toMove({
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
    afk: afkWarning ? until(afkWarning.playerId, afkWarning.expiresAt) : null,
    away: gone ? until(gone.id, away?.find((deadline) => deadline.playerId === gone.id)?.expiresAt) : null,
    drawOffer,
    rematchOffer,
    spectators: position.spectators ?? 0,
    queuePosition: null,
    result: null,
    error: null,
    afkRule: afkRule(position),
  }, position.legalMoves);
}

function afkRule({ afkTimeoutEnabled, afkTimeoutSeconds = 0, afkWarnSeconds = 0 }: Position<GameName>): AfkRule | null {
  if (afkTimeoutEnabled === undefined) return null;
  return { enabled: afkTimeoutEnabled, timeoutSeconds: afkTimeoutSeconds, warnSeconds: afkWarnSeconds };
}

/** The line of the history for a move of the side to move. */
function entry({ players, turn }: AnyState, { mark, move, position, timestamp = 0 }: Made<GameName>): Entry<GameName> {
  const played = move ? { move } : { position, mark };
  return { ...played, playerId: players[turn]?.id ?? "", timestamp } as Entry<GameName>;
}

/** Whose turn it is, and what is known of the legal moves without asking. */
function toMove(state: AnyState, told?: Legal<GameName>[]): AnyState {
  const yourTurn = state.seat !== null && state.seat === state.turn;
  const legal = told ?? (state.game === "tictactoe" ? emptyCells(state.board) : []);
  return { ...state, yourTurn, legal: yourTurn ? legal : [] };
}

function emptyCells(board: readonly unknown[]): number[] {
  return board.flatMap((cell, index) => (cell === null ? [index] : []));
}

function seen(state: AnyState, playerId: string, connected: boolean): AnyState {
  return { ...state, players: state.players.map((player) => (player.id === playerId ? { ...player, connected } : player)) };
}

function countdown(state: AnyState, playerId: string, expiresAt: number | null): Countdown {
  return { playerId, you: playerId === state.playerId, expiresAt, secondsLeft: null };
}
