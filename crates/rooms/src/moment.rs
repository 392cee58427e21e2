//! A moment as a room is told it: the time in rooms, and how far that is behind the time of the world.

use std::time::Duration;

use common::Timestamp;

/// The time that deadlines are kept by, which stands still while the server cannot work, and what it lags behind.
/// What has happened is dated by the time of the world, once and for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The time in rooms.
    pub now: Timestamp,
    /// How far it is behind the time of the world.
    pub lag: Duration,
}

impl Moment {
    /// The same moment as the world dates it.
    #[must_use]
    pub fn outside(self) -> Timestamp {
        self.now + self.lag
    }
}

impl From<Timestamp> for Moment {
    /// A moment of a clock that never stood still.
    fn from(now: Timestamp) -> Moment {
        Moment { now, lag: Duration::ZERO }
    }
}
