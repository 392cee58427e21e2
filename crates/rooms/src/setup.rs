//! How a room is opened.

use std::time::Duration;

use game::Variant;
use serde::{Deserialize, Serialize};

use crate::{Change, Event, House, Moment, Opened, RoomId, Seat, Secret, Spectators};

/// The durations of a room and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long a player may be gone, each time.
    #[serde(with = "crate::millis")]
    pub reconnect_window: Duration,
    /// How long a player may be gone in one game, all absences together.
    #[serde(default = "Timing::usual_total", with = "crate::millis")]
    pub reconnect_total: Duration,
    /// How long a finished room still answers.
    #[serde(with = "crate::millis")]
    pub keep_finished: Duration,
    /// How long after its due time a bot's answer is waited for.
    #[serde(with = "crate::millis")]
    pub bot_patience: Duration,
    /// The ranges of a bot's answer time: easy, medium, hard.
    #[serde(with = "crate::millis::ranges")]
    pub answer_delays: [(Duration, Duration); 3],
    /// How many spectators fit in.
    pub gallery: usize,
}

impl Timing {
    /// The total of rooms that were opened before it could be chosen.
    const fn usual_total() -> Duration {
        Duration::from_secs(5 * 60)
    }
}

/// Everything needed to open a room.
pub struct Setup {
    /// The name of the new room.
    pub id: RoomId,
    /// Where it belongs.
    pub house: House,
    /// The rules to play.
    pub variant: &'static dyn Variant,
    /// The players, first mover first.
    pub seats: [Seat; 2],
    /// The secrets that guests are told, once.
    pub secrets: [Option<Secret>; 2],
    /// Timeout and warning time of a turn; `None` if there is no idle clock.
    pub idle: Option<(Duration, Duration)>,
    /// The durations.
    pub timing: Timing,
    /// The seed of the room's random numbers.
    pub seed: u64,
    /// Whether the same players have just played each other.
    pub is_rematch: bool,
    /// Who may watch.
    pub spectators: Spectators,
}

impl Setup {
    /// The first event of the room; the secrets are not part of it.
    #[must_use]
    pub fn opened(&self, at: impl Into<Moment>) -> Event {
        let description = self.variant.description();
        let opened = Opened {
            id: self.id.clone(),
            house: self.house.clone(),
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            seats: self.seats.clone(),
            idle: self.idle,
            timing: self.timing.clone(),
            seed: self.seed,
            is_rematch: self.is_rematch,
            spectators: self.spectators,
        };
        Event { at: at.into(), change: Change::Opened(Box::new(opened)) }
    }
}
