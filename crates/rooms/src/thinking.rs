//! A request to a bot to move.

use common::Timestamp;
use game::Level;
use serde::{Deserialize, Serialize};

/// A request to a bot to move, part of the room until it is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// The number of moves made when it is asked.
    pub ply: usize,
    /// The strength to play at.
    pub level: Level,
    /// The seed of the bot's random numbers.
    pub seed: u64,
    /// The earliest time of the answer.
    pub answer_at: Timestamp,
}
