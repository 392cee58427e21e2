//! How much time the players of a game have.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much time the players of a game have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredLimit", into = "StoredLimit")]
pub enum TimeLimit {
    /// As long as they like.
    Unlimited,
    /// The same time for every move.
    PerMove {
        /// After this long without a move the game is lost.
        timeout: Duration,
        /// The player is warned this long before that.
        warning: Duration,
    },
    /// One clock for each player, for the whole game.
    Clock {
        /// The time at the beginning.
        base: Duration,
        /// What a player gets for every move they make.
        increment: Duration,
    },
}

/// The limit in the log: `clock` came later than `idle`, and is left out if there is none.
#[derive(Serialize, Deserialize)]
struct StoredLimit {
    #[serde(with = "crate::millis::pair")]
    idle: Option<(Duration, Duration)>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::millis::pair")]
    clock: Option<(Duration, Duration)>,
}

impl From<StoredLimit> for TimeLimit {
    fn from(stored: StoredLimit) -> TimeLimit {
        match (stored.clock, stored.idle) {
            (Some((base, increment)), _) => TimeLimit::Clock { base, increment },
            (None, Some((timeout, warning))) => TimeLimit::PerMove { timeout, warning },
            (None, None) => TimeLimit::Unlimited,
        }
    }
}

impl From<TimeLimit> for StoredLimit {
    fn from(limit: TimeLimit) -> StoredLimit {
        match limit {
            TimeLimit::Unlimited => StoredLimit { idle: None, clock: None },
            TimeLimit::PerMove { timeout, warning } => {
                StoredLimit { idle: Some((timeout, warning)), clock: None }
            }
            TimeLimit::Clock { base, increment } => {
                StoredLimit { idle: None, clock: Some((base, increment)) }
            }
        }
    }
}
