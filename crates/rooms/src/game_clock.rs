//! The clocks of both players for a whole game, with an increment for every move.

use std::time::Duration;

use common::Timestamp;
use game::Side;
use serde::{Deserialize, Serialize};

/// A bot may wait for at most this part of the time that it has left before it answers.
const BOT_SHARE: u32 = 20;

/// The time that both players have left, and whose clock runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameClock {
    #[serde(with = "crate::millis")]
    base: Duration,
    #[serde(with = "crate::millis")]
    increment: Duration,
    #[serde(with = "crate::millis::both")]
    left: [Duration; 2],
    running: Option<(Side, Timestamp)>,
}

/// What the clocks show at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    /// The time at the beginning.
    pub base: Duration,
    /// What a player gets for every move they make.
    pub increment: Duration,
    /// The time that each player has left.
    pub left: [Duration; 2],
    /// The side whose clock runs; `None` while both stand still.
    pub running: Option<Side>,
}

impl GameClock {
    /// Clocks that have not started.
    pub(crate) fn new(base: Duration, increment: Duration) -> GameClock {
        GameClock { base, increment, left: [base; 2], running: None }
    }

    pub(crate) fn base(&self) -> Duration {
        self.base
    }

    pub(crate) fn increment(&self) -> Duration {
        self.increment
    }

    /// Starts the clock of a side, unless it runs.
    pub(crate) fn run(&mut self, side: Side, now: Timestamp) {
        if self.running.is_none() {
            self.running = Some((side, now));
        }
    }

    /// Stops both clocks.
    pub(crate) fn pause(&mut self, now: Timestamp) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(now.since(since));
        }
    }

    /// Stops both clocks after a move, for which its side gets the increment.
    pub(crate) fn press(&mut self, side: Side, now: Timestamp) {
        self.pause(now);
        let left = &mut self.left[side.index()];
        *left = left.saturating_add(self.increment);
    }

    /// What the clock of a side would show after a move at this time.
    pub(crate) fn after_move(&self, side: Side, now: Timestamp) -> Duration {
        let mut pressed = self.clone();
        pressed.press(side, now);
        pressed.left[side.index()]
    }

    /// When the time of the side whose clock runs is over.
    pub(crate) fn ends_at(&self) -> Option<Timestamp> {
        let (side, since) = self.running?;
        Some(since + self.left[side.index()])
    }

    /// How long a bot may wait before it answers.
    pub(crate) fn longest_answer(&self, side: Side) -> Duration {
        let left = self.left[side.index()];
        (left / BOT_SHARE + self.increment / 2).min(left / 2)
    }

    /// What the clocks show now.
    pub(crate) fn reading(&self, now: Timestamp) -> ClockReading {
        let mut stopped = self.clone();
        stopped.pause(now);
        let running = self.running.map(|(side, _)| side);
        ClockReading { base: self.base, increment: self.increment, left: stopped.left, running }
    }
}
