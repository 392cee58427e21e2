//! A question to a bot.

use common::Timestamp;
use game::Level;
use serde::{Deserialize, Serialize};

/// A question to a bot, part of the room until it is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// The number of moves made when it is asked.
    pub ply: usize,
    /// How well to play.
    pub level: Level,
    /// The seed of the bot's random numbers.
    pub seed: u64,
    /// When to answer, not earlier.
    pub answer_at: Timestamp,
}
