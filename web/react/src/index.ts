// Components and hooks for games on a Parlour server.
export * from "../../games/components.js";
export { AfkBanner, type AfkBannerProps } from "./afk-banner.js";
export type { FrameProps } from "./board-frame.js";
export { ConnectionBadge, type ConnectionBadgeProps } from "./connection-badge.js";
export {
  type SessionInfo,
  useAfk,
  useConnection,
  useGame,
  useGameState,
  useSession,
  useSocket,
} from "./hooks.js";
export { MESSAGES, type Messages } from "./messages.js";
export { MoveHistory, type MoveHistoryProps } from "./move-history.js";
export { PlayerCard, type PlayerCardProps } from "./player-card.js";
export { GameProvider, GameProvider as BetaGamerProvider, type GameProviderProps } from "./provider.js";
export { ResultDialog, type ResultDialogProps } from "./result-dialog.js";
