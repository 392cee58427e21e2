//! A bot's thinking in time: limits that the caller measures, and what the bot keeps from move to move.

use std::any::Any;
use std::time::Duration;

use crate::Play;

/// The time for one move of a bot.
#[derive(Clone, Copy)]
pub struct ThinkingTime<'a> {
    /// The time that the bot has taken so far.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// After this the bot begins no deeper search.
    pub soft: Duration,
    /// After this the bot answers with what it has.
    pub hard: Duration,
}

/// What a bot keeps from one move of a game to the next; empty at the beginning.
#[derive(Default)]
pub struct BotMemory(pub Option<Box<dyn Any + Send>>);

/// The answer of a bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotAnswer {
    /// The move; `None` if the game is over.
    pub play: Option<Play>,
    /// How many plies were searched.
    pub depth: u32,
    /// How many positions were searched.
    pub nodes: u64,
}
