//! How a room is opened.

use common::RoomId;
use game::Variant;

use crate::{Change, Event, Moment, Opened, Scope, Seat, Secret, Spectators, TimeLimit, Timing};

/// Everything needed to open a room.
pub struct RoomSetup {
    /// The id of the new room.
    pub id: RoomId,
    /// The tenant and mode it belongs to.
    pub scope: Scope,
    /// The rules.
    pub variant: &'static dyn Variant,
    /// The players, first mover first.
    pub seats: [Seat; 2],
    /// The secrets sent to guests, once.
    pub secrets: [Option<Secret>; 2],
    /// How much time the players have.
    pub time_limit: TimeLimit,
    /// The durations.
    pub timing: Timing,
    /// The seed of the room's random numbers.
    pub seed: u64,
    /// Whether the same players have just played each other.
    pub is_rematch: bool,
    /// Who may watch.
    pub spectators: Spectators,
}

impl RoomSetup {
    /// The first event of the room, without the secrets.
    #[must_use]
    pub fn opened(&self, at: impl Into<Moment>) -> Event {
        let description = self.variant.description();
        let opened = Opened {
            id: self.id.clone(),
            scope: self.scope.clone(),
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            seats: self.seats.clone(),
            time_limit: self.time_limit,
            timing: self.timing.clone(),
            seed: self.seed,
            is_rematch: self.is_rematch,
            spectators: self.spectators,
        };
        Event { at: at.into(), change: Change::Opened(Box::new(opened)) }
    }
}
