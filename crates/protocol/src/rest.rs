//! Bodies of the REST interface, session tokens, and webhooks.

mod analysis;
mod api_error;
mod guests;
mod players;
mod records;
mod replay;
mod session_requests;
mod sessions;
mod variants;
mod webhook_endpoint;
mod webhooks;

pub use analysis::{Analysis, AnalysisLine, AnalysisRequest};
pub use api_error::{ApiError, ErrorBody, headers};
pub use guests::{GuestJoin, GuestSession};
pub use players::{GetLeaderboard, Leaderboard, LeaderboardEntry, PlayerProfile, PlayerRating};
pub use records::{
    GameRecord, GameResult, Health, ListRooms, Readiness, Record, RoomList, RoomPlayer, RoomSummary,
};
pub use replay::{Replay, ReplayFault, ReplayPly, ReplayRequest, ReplayTag};
pub use session_requests::{CreateSession, GetSession, JoinSession, ListSessions, ValidateSession};
pub use sessions::{
    MatchType, Mode, PlayerToken, Session, SessionClaims, SessionCreated, SessionList, SessionPlayer,
    SessionStatus, SessionValidation, Spectators,
};
pub use variants::{GameEntry, Removal, RuleCard, RuleSection, Side, VariantCard, VariantList, Variants};
pub use webhook_endpoint::{
    ListDeliveries, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint, WebhookName, WebhooksDisabled,
    WebhooksReplayed,
};
pub use webhooks::{
    AfkForfeit, AfkNotice, Capture, Delivery, DeliveryList, Fork, GameEnded, ListWebhookEvents, MoveData,
    MoveNotice, Promotion, ReplayWebhooks, SessionNotice, Webhook, WebhookEvent, WebhookList, WebhookState,
};
