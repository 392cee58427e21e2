//! Bodies of the REST interface, session tokens, and webhooks.

mod api_error;
mod audit;
mod guests;
mod players;
mod records;
mod session_requests;
mod sessions;
mod variants;
mod webhook_endpoint;
mod webhook_name;
mod webhooks;

pub use api_error::{ApiError, ErrorBody, headers};
pub use audit::{AuditLog, AuditRecord, ListAudit};
pub use draughts::wire::{
    Analysis, AnalysisLine, AnalysisRequest, Replay, ReplayFault, ReplayPly, ReplayRequest, ReplayTag,
};
pub use guests::{GuestJoin, GuestSession};
pub use players::{GetLeaderboard, Leaderboard, LeaderboardEntry, PlayerProfile, PlayerRating};
pub use records::{
    GameRecord, Health, ListRooms, Readiness, ReadyStatus, Record, ResultParts, RoomList, RoomPlayer,
    RoomSummary, SessionResult,
};
pub use session_requests::{CreateSession, GetSession, JoinSession, ListSessions, ValidateSession};
pub use sessions::{
    MatchType, PlayerToken, Session, SessionClaims, SessionCreated, SessionList, SessionPlayer,
    SessionValidation, WantedSpectators,
};
pub use variants::{
    CaptureRemoval, GameEntry, RuleCard, RuleSection, VariantCard, VariantList, VariantSide, Variants,
};
pub use webhook_endpoint::{
    ListDeliveries, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint, WebhooksDisabled,
    WebhooksReplayed,
};
pub use webhook_name::WebhookName;
pub use webhooks::{
    CommonWebhook, Delivery, DeliveryList, GameEnded, ListWebhookEvents, MoveData, MoveNotice,
    ReplayWebhooks, SessionNotice, Webhook, WebhookEvent, WebhookList, WebhookState,
};
