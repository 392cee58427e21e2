//! Bodies of the REST interface, session tokens, and webhooks.

mod api_error;
mod audit;
mod dashboard;
mod dashboard_keys;
mod dashboard_operator;
mod dashboard_overview;
mod dashboard_requests;
mod dashboard_theme;
mod dashboard_timeline;
mod dashboard_webhook;
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
pub use dashboard::{
    DashboardAccount, DashboardRole, DashboardSignIn, DashboardTenant, SignInList, SignInRequest,
};
pub use dashboard_keys::{CreateKey, DashboardKey, KeyList, KeyState, RotateKey, SetKeyOrigins};
pub use dashboard_operator::{
    ChangeTenant, CreateTenant, DashboardUsage, ListTenants, PlanEntry, ServerStatus, TenantEntry,
    TenantList, UsageOfMonth,
};
pub use dashboard_overview::{
    DashboardOverview, DashboardProgress, GamesOfHour, MovesOfMinute, WebhooksOfHour,
};
pub use dashboard_requests::{ListRequests, LoggedRequest, RequestList};
pub use dashboard_theme::{BoardColours, DashboardTheme};
pub use dashboard_timeline::{GameTimeline, TimelineEvent, TimelineName};
pub use dashboard_webhook::{DashboardWebhook, WebhookAttempt};
pub use draughts::wire::{
    Analysis, AnalysisLine, AnalysisRequest, Replay, ReplayFault, ReplayPly, ReplayRequest, ReplayTag,
};
pub use guests::{GuestInvitation, GuestJoin, GuestSession, InvitationStatus};
pub use players::{GetLeaderboard, Leaderboard, LeaderboardEntry, PlayerProfile, PlayerRating};
pub use records::{
    GameRecord, Health, ListRooms, Readiness, ReadyStatus, Record, ResultParts, RoomList, RoomPlayer,
    RoomSummary, SessionResult,
};
pub use session_requests::{CreateSession, GetSession, JoinSession, ListSessions, ValidateSession};
pub use sessions::{
    MatchType, PlayerToken, Session, SessionClaims, SessionCreated, SessionList, SessionPlayer,
    SessionValidation, WantedSide, WantedSpectators,
};
pub use variants::{
    CaptureRemoval, GameEntry, RuleCard, RuleSection, RuleSentence, RuleText, VariantCard, VariantList,
    VariantSide, Variants,
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
