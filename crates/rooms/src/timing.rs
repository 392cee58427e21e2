//! Durations and bounds of a room.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The durations and bounds of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long a player may be away at a time.
    #[serde(with = "crate::millis")]
    pub reconnect_window: Duration,
    /// How long a player may be away in one game in total.
    #[serde(default = "Timing::usual_total", with = "crate::millis")]
    pub reconnect_total: Duration,
    /// How long a finished room is kept.
    #[serde(with = "crate::millis")]
    pub keep_finished: Duration,
    /// How long a bot's answer may be overdue.
    #[serde(with = "crate::millis")]
    pub bot_patience: Duration,
    /// The ranges of a bot's answer time: easy, medium, hard.
    #[serde(with = "crate::millis::ranges")]
    pub answer_delays: [(Duration, Duration); 3],
    /// The maximum number of spectators.
    pub gallery: usize,
}

impl Timing {
    /// The total of rooms stored before it was configurable.
    const fn usual_total() -> Duration {
        Duration::from_secs(5 * 60)
    }
}
