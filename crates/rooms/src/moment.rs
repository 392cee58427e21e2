//! A moment as a room sees it: room time, and how far it lags behind wall-clock time.

use std::time::Duration;

use common::Timestamp;

/// Room time, by which deadlines are kept and which stands still while the server cannot work, and its lag.
/// Recorded times (moves, endings) are wall-clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Room time.
    pub now: Timestamp,
    /// How far room time lags behind wall-clock time.
    pub lag: Duration,
}

impl Moment {
    /// The moment in wall-clock time.
    #[must_use]
    pub fn outside(self) -> Timestamp {
        self.now + self.lag
    }
}

impl From<Timestamp> for Moment {
    /// A moment without lag.
    fn from(now: Timestamp) -> Moment {
        Moment { now, lag: Duration::ZERO }
    }
}
