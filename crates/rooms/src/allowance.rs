//! How long a player may be away: a limit per absence and a total per game.

use std::time::Duration;

use common::Timestamp;
use serde::{Deserialize, Serialize};

/// The time a player has been away in a game. Server downtime is excluded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Allowance {
    used: Duration,
    away_since: Option<Timestamp>,
}

impl Allowance {
    /// Records that the player left; returns how long the seat is kept: `window`, or the rest of `total` if
    /// that is shorter.
    pub(crate) fn leave(&mut self, now: Timestamp, window: Duration, total: Duration) -> Duration {
        self.stop(now);
        self.away_since = Some(now);
        window.min(total.saturating_sub(self.used))
    }

    /// Whether the player is away by their own doing.
    pub(crate) fn is_used(&self) -> bool {
        self.away_since.is_some()
    }

    /// Ends the absence: the player is back, or the server went down.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(since) = self.away_since.take() {
            self.used = self.used.saturating_add(now.since(since));
        }
    }
}
