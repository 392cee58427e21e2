//! The idle clock of the player to move: warns, then ends the game. It is paused while the player is away.

use std::time::Duration;

use common::Timestamp;
use serde::{Deserialize, Serialize};

/// The time left for a turn, and whether the clock is running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IdleClock {
    timeout: Duration,
    warning: Duration,
    left: Duration,
    running_since: Option<Timestamp>,
    warned: bool,
}

impl IdleClock {
    /// A clock that has not started.
    pub(crate) fn new(timeout: Duration, warning: Duration) -> IdleClock {
        IdleClock { timeout, warning, left: timeout, running_since: None, warned: false }
    }

    pub(crate) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(crate) fn warning(&self) -> Duration {
        self.warning
    }

    /// Restores the full time for a new turn and pauses the clock; returns whether a warning was active.
    pub(crate) fn reset(&mut self) -> bool {
        self.left = self.timeout;
        self.running_since = None;
        std::mem::take(&mut self.warned)
    }

    pub(crate) fn run(&mut self, now: Timestamp) {
        self.running_since = Some(now);
    }

    /// Pauses the clock.
    pub(crate) fn pause(&mut self, now: Timestamp) {
        if let Some(since) = self.running_since.take() {
            self.left = self.left.saturating_sub(now.since(since));
        }
    }

    /// Resumes after an absence with the remaining time, at least the warning time.
    pub(crate) fn resume(&mut self, now: Timestamp) {
        self.left = self.left.max(self.warning);
        self.running_since = Some(now);
    }

    pub(crate) fn warn(&mut self) {
        self.warned = true;
    }

    /// Whether the player has been warned in this turn.
    pub(crate) fn is_warning(&self) -> bool {
        self.warned
    }

    /// When the time runs out; `None` while the clock is paused.
    pub(crate) fn ends_at(&self) -> Option<Timestamp> {
        Some(self.running_since? + self.left)
    }

    /// When the warning is due; `None` while the clock is paused or if the player has been warned.
    pub(crate) fn warns_at(&self) -> Option<Timestamp> {
        let since = self.running_since?;
        (!self.warned).then(|| since + self.left.saturating_sub(self.warning))
    }
}
