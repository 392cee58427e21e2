//! Bodies of the REST interface, session tokens, and webhooks.

mod api_error;
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
pub use draughts::wire::{
    Analysis, AnalysisLine, AnalysisRequest, Replay, ReplayFault, ReplayPly, ReplayRequest, ReplayTag,
};
pub use guests::{GuestJoin, GuestSession};
pub use players::{GetLeaderboard, Leaderboard, LeaderboardEntry, PlayerProfile, PlayerRating};
pub use records::{
    GameRecord, GameResult, Health, ListRooms, Readiness, Record, ResultParts, RoomList, RoomPlayer,
    RoomSummary,
};
pub use session_requests::{CreateSession, GetSession, JoinSession, ListSessions, ValidateSession};
pub use sessions::{
    MatchType, Mode, PlayerToken, Session, SessionClaims, SessionCreated, SessionList, SessionPlayer,
    SessionStatus, SessionValidation, Spectators,
};
pub use variants::{GameEntry, Removal, RuleCard, RuleSection, Side, VariantCard, VariantList, Variants};
pub use webhook_endpoint::{
    ListDeliveries, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint, WebhooksDisabled,
    WebhooksReplayed,
};
pub use webhook_name::WebhookName;
pub use webhooks::{
    CommonWebhook, Delivery, DeliveryList, GameEnded, ListWebhookEvents, MoveData, MoveNotice,
    ReplayWebhooks, SessionNotice, Webhook, WebhookEvent, WebhookList, WebhookState,
};
