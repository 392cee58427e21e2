//! How long a player may be away: a window each time, and a sum over the whole game.

use std::time::Duration;

use common::Timestamp;
use serde::{Deserialize, Serialize};

/// How much of a game a player has been away. What a restart of the server costs is not part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Allowance {
    used: Duration,
    away_since: Option<Timestamp>,
}

impl Allowance {
    /// The player is gone; returns how long the seat is kept: `window`, or what is left of `total`.
    pub(crate) fn leave(&mut self, now: Timestamp, window: Duration, total: Duration) -> Duration {
        self.stop(now);
        self.away_since = Some(now);
        window.min(total.saturating_sub(self.used))
    }

    /// The player is back, or the server went down: from here on nothing is used up.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(since) = self.away_since.take() {
            self.used = self.used.saturating_add(now.since(since));
        }
    }
}
