//! How long things take in a room.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The durations of a room and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long a player may be gone, each time.
    #[serde(with = "crate::millis")]
    pub reconnect_window: Duration,
    /// How long a player may be gone in one game, all absences together.
    #[serde(default = "Timing::usual_total", with = "crate::millis")]
    pub reconnect_total: Duration,
    /// How long a finished room still answers.
    #[serde(with = "crate::millis")]
    pub keep_finished: Duration,
    /// How long after its due time a bot's answer is waited for.
    #[serde(with = "crate::millis")]
    pub bot_patience: Duration,
    /// The ranges of a bot's answer time: easy, medium, hard.
    #[serde(with = "crate::millis::ranges")]
    pub answer_delays: [(Duration, Duration); 3],
    /// How many spectators fit in.
    pub gallery: usize,
}

impl Timing {
    /// The total of rooms that were opened before it could be chosen.
    const fn usual_total() -> Duration {
        Duration::from_secs(5 * 60)
    }
}
