//! The figures of a tenant on its dashboard.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::UtcTime;

/// How the games and webhooks of a tenant are, in one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardOverview {
    /// When the figures were taken.
    pub at: UtcTime,
    /// How many games run.
    pub games_now: u64,
    /// How many players wait for an opponent.
    pub waiting: u64,
    /// How many sessions were created this month.
    pub sessions_this_month: u64,
    /// The games that ended in each of the last 24 hours, the oldest first.
    pub games_by_hour: Vec<GamesOfHour>,
    /// The attempts to deliver webhooks in each of the last 24 hours, the oldest first.
    pub webhooks_by_hour: Vec<WebhooksOfHour>,
    /// How long the moves of each of the last 60 minutes took at the node that answers, the oldest first.
    pub moves_by_minute: Vec<MovesOfMinute>,
}

/// The games that ended in an hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GamesOfHour {
    /// When the hour began.
    pub from: UtcTime,
    /// How many games ended.
    pub games: u64,
}

/// The attempts to deliver webhooks in an hour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WebhooksOfHour {
    /// When the hour began.
    pub from: UtcTime,
    /// How many attempts were made.
    pub attempts: u64,
    /// How many of them failed.
    pub failed: u64,
}

/// The moves of a minute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovesOfMinute {
    /// When the minute began.
    pub from: UtcTime,
    /// How many moves were made.
    pub moves: u64,
    /// Half of them took at most this many milliseconds, from the arrival of the request to its answer; `null` without moves.
    pub median_ms: Option<f64>,
    /// 95 of 100 took at most this many milliseconds; `null` without moves.
    pub p95_ms: Option<f64>,
}

/// How far a tenant has come with its first game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DashboardProgress {
    /// Whether a session was created.
    pub session: bool,
    /// Whether a move was made.
    #[serde(rename = "move")]
    pub moved: bool,
    /// Whether a webhook was delivered.
    pub webhook: bool,
}
