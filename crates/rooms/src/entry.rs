//! A move in the history of a room.

use std::time::Duration;

use common::Timestamp;
use game::{Play, Side};
use serde::{Deserialize, Serialize};

/// A move in the history of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub play: Play,
    /// When it was made, in wall-clock time.
    pub at: Timestamp,
    /// What the clock of the player showed after it; `None` without a clock, and in older snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::millis::optional")]
    pub clock: Option<Duration>,
}
