// Every message on the wire.

export type GameName = "tictactoe" | "checkers";
export type Mark = "X" | "O";
export type Color = "red" | "black";
export type EndReason = "victory" | "draw" | "resignation" | "afk_timeout" | "disconnect";
export type BotDifficulty = "easy" | "medium" | "hard";
export type Mode = "live" | "test" | "training";
export type MatchType = "matchmaking" | "bot" | "private";
export type SessionStatus = "pending" | "active" | "ended" | "expired";

export interface Piece { player: Color; type: "man" | "king" }
export interface CheckersMove { from: number; to: number; captures: number[]; path: number[] }
export interface CheckersHistoryEntry { move: CheckersMove; playerId: string; timestamp: number }
export interface TicTacToeHistoryEntry { position: number; mark: Mark; playerId: string; timestamp: number }
interface Player { id: string; username: string; displayName: string; isBot: boolean; connected: boolean }
export interface CheckersPlayer extends Player { color: Color }
export interface TicTacToePlayer extends Player { mark: Mark }

interface Seq { roomId: string; seq: number }
interface Started extends Seq {
  playerId: string; currentTurn: number; afkTimeoutEnabled: boolean; afkTimeoutSeconds: number; afkWarnSeconds: number;
  variant: string; reconnectToken?: string;
}
export interface CheckersStarted extends Started { players: CheckersPlayer[]; board: (Piece | null)[]; color: Color }
export interface TicTacToeStarted extends Started { players: TicTacToePlayer[]; board: (Mark | null)[]; mark: Mark }
export interface CheckersReconnected extends CheckersStarted { moveHistory: CheckersHistoryEntry[] }
export interface TicTacToeReconnected extends TicTacToeStarted { moveHistory: TicTacToeHistoryEntry[] }
export interface CheckersSpectateJoined extends Seq {
  players: CheckersPlayer[]; board: (Piece | null)[]; currentTurn: number; moveHistory: CheckersHistoryEntry[]; variant: string;
}
export interface TicTacToeSpectateJoined extends Seq {
  players: TicTacToePlayer[]; board: (Mark | null)[]; currentTurn: number; moveHistory: TicTacToeHistoryEntry[]; variant: string;
}
export interface CheckersMoveMade extends Seq {
  move: CheckersMove; board: (Piece | null)[]; currentTurn: number; moveHistory: CheckersHistoryEntry[]; becameKing: boolean;
}
export interface TicTacToeMoveMade extends Seq {
  position: number; mark: Mark; board: (Mark | null)[]; currentTurn: number; moveHistory: TicTacToeHistoryEntry[];
}
export interface ValidMoves extends Seq { position: number | null; moves: CheckersMove[] }
export interface AfkWarning extends Seq { playerId: string; secondsRemaining: number; expiresAt: number }
export interface AfkStatus { roomId?: string; seq?: number; playerId: string; expiresAt: number }
export interface PlayerDisconnected extends Seq { socketId: string; playerId: string; expiresAt: number }
export interface PlayerReconnected extends Seq { playerId: string }
export interface GameOver extends Seq { winner: string | null; reason: EndReason; drawRule?: string; pdn?: string }
export interface TicTacToeGameOver extends GameOver { winningLine: number[] | null }
export interface GameError { event?: string; error: string; code: string; hint?: string }
export interface Offered extends Seq { playerId: string }
export type Ack<T = object> = ({ ok: true } & T) | { ok: false; error: string; code: string; hint?: string };

interface CommonServerEvents {
  "matchmaking:waiting": (payload: { playerId: string; position: number }) => void;
  "matchmaking:left": (payload: object) => void;
  "matchmaking:already_started": (payload: { roomId: string }) => void;
  "afk:status": (payload: AfkStatus | null) => void;
  "player:disconnected": (payload: PlayerDisconnected) => void;
  "player:reconnected": (payload: PlayerReconnected) => void;
  "game:error": (payload: GameError) => void;
  "game:rematch:offered": (payload: Offered) => void;
  "game:draw:offered": (payload: Offered) => void;
  "game:draw:declined": (payload: Offered) => void;
  "server:restarting": (payload: object) => void;
}
export interface CheckersServerToClientEvents extends CommonServerEvents {
  "game:started": (payload: CheckersStarted) => void;
  "game:reconnected": (payload: CheckersReconnected) => void;
  "game:spectate:joined": (payload: CheckersSpectateJoined) => void;
  "game:move:made": (payload: CheckersMoveMade) => void;
  "game:valid_moves": (payload: ValidMoves) => void;
  "game:over": (payload: GameOver) => void;
  "checkers:afk_warning": (payload: AfkWarning) => void;
  "checkers:afk_warning_cleared": (payload: Seq) => void;
}
export interface TicTacToeServerToClientEvents extends CommonServerEvents {
  "game:started": (payload: TicTacToeStarted) => void;
  "game:reconnected": (payload: TicTacToeReconnected) => void;
  "game:spectate:joined": (payload: TicTacToeSpectateJoined) => void;
  "game:move:made": (payload: TicTacToeMoveMade) => void;
  "game:over": (payload: TicTacToeGameOver) => void;
  "tictactoe:afk_warning": (payload: AfkWarning) => void;
  "tictactoe:afk_warning_cleared": (payload: Seq) => void;
}

export interface VariantInfo {
  variant: string; name: string; columns: number; rows: number; playable: number[]; labels: (string | null)[];
  sides: { wire: string; name: string }[]; start: (Piece | Mark | null)[]; default: boolean; ruleCard: unknown;
}
export interface VariantsResponse { games: { game: GameName; name: string; variants: VariantInfo[] }[] }
export interface RoomSummary { roomId: string; players: { id: string; username: string }[]; moveCount: number; variant: string }
export interface RoomsResponse { rooms: RoomSummary[] }

export interface SessionPlayer { id: string; displayName: string }
export interface CreateSession {
  game: GameName; variant?: string; mode?: Mode; matchType?: MatchType; players?: SessionPlayer[]; playerCount?: number;
  botDifficulty?: BotDifficulty; afkTimeoutEnabled?: boolean; afkTimeoutSeconds?: number; afkWarnSeconds?: number; theme?: Record<string, unknown>;
}
export interface SessionCreated {
  sessionId: string; sessionToken: string; expiresIn: number; expiresAt: string; game: GameName; variant: string; mode: Mode; matchType: MatchType;
  roomCode: string | null; players: SessionPlayer[]; theme: Record<string, unknown> | null; webhooksEnabled: boolean;
  tokens?: { playerId: string; sessionToken: string }[];
}
export interface JoinSession { roomCode: string; game: GameName; player: SessionPlayer }
export interface SessionResult { winner: string | null; reason: EndReason; duration: number; moveCount: number; winningLine?: number[]; pdn?: string }
export interface Session {
  id: string; game: GameName; variant: string; mode: Mode; matchType: MatchType; status: SessionStatus; players: SessionPlayer[];
  roomId: string | null; result: SessionResult | null;
}
export interface SessionList { sessions: Session[]; hasMore: boolean; after: string | null }
export interface SessionClaims {
  sid: string; tid: string; game: GameName; variant: string; mode: Mode; matchType: MatchType; players: SessionPlayer[]; exp: number; iat: number;
}
export interface Webhook {
  id: string; event: string; deliveryId: string; sessionId: string; game: GameName; mode: Mode; variant: string; timestamp: string | number; data: unknown;
}
