//! A stored room, to be restored after a restart: a snapshot and the events after it.

use common::{RoomId, Timestamp};
use game::{Catalogue, Chance, Side, Wish};
use serde::{Deserialize, Serialize};

use crate::allowance::Allowance;
use crate::game_clock::GameClock;
use crate::idle_clock::IdleClock;
use crate::{
    Change, Event, Guard, Occupant, PlayedMove, Room, RoomEnding, Scope, Seat, Spectators, Thinking, Timing,
};

/// A snapshot of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRoom {
    id: RoomId,
    #[serde(rename = "house")] // the name in stored snapshots
    scope: Scope,
    game: String,
    variant: String,
    timing: Timing,
    seats: [Seat; 2],
    history: Vec<PlayedMove>,
    /// Missing in older snapshots, in which every event had a sequence number.
    #[serde(default)]
    version: Option<u64>,
    seq: u64,
    started_at: Timestamp,
    #[serde(rename = "clock")] // the name in stored snapshots
    idle_clock: Option<IdleClock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game_clock: Option<GameClock>,
    #[serde(default)]
    allowances: [Allowance; 2],
    dice: Chance,
    #[serde(default)]
    thinking: Option<Thinking>,
    draw_offer: Option<Side>,
    rematch_wanted: [bool; 2],
    rematch_begun: bool,
    is_rematch: bool,
    /// Missing in older snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spectators: Option<Spectators>,
    ending: Option<RoomEnding>,
    #[serde(default)]
    forget_at: Option<Timestamp>,
}

/// Why a stored room cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// This server does not have the variant.
    UnknownVariant {
        /// The game.
        game: String,
        /// The variant.
        variant: String,
    },
    /// A recorded move is not legal under today's rules.
    IllegalHistory {
        /// The number of the move, from 1.
        number: usize,
    },
    /// The log does not begin with the opening of the room, or opens it again.
    NotOpened,
}

impl std::fmt::Display for RestoreError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RestoreError::UnknownVariant { game, variant } => {
                write!(formatter, "this server does not have the variant {variant} of {game}")
            }
            RestoreError::IllegalHistory { number } => {
                write!(formatter, "move {number} of the record is not legal")
            }
            RestoreError::NotOpened => {
                formatter.write_str("its log does not begin with the opening of the room")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

impl Room {
    /// The room as a snapshot.
    #[must_use]
    pub fn save(&self) -> SavedRoom {
        let description = self.variant.description();
        SavedRoom {
            id: self.id.clone(),
            scope: self.scope.clone(),
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            timing: self.timing.clone(),
            seats: self.seats.clone(),
            history: self.history.clone(),
            version: Some(self.version),
            seq: self.seq,
            started_at: self.started_at,
            idle_clock: self.idle_clock.clone(),
            game_clock: self.game_clock.clone(),
            allowances: self.allowances,
            dice: self.dice.clone(),
            thinking: self.thinking.clone(),
            draw_offer: self.draw_offer,
            rematch_wanted: self.rematch_wanted,
            rematch_begun: self.rematch_begun,
            is_rematch: self.is_rematch,
            spectators: Some(self.spectators),
            ending: self.ending.clone(),
            forget_at: self.forget_at,
        }
    }

    /// Restores a snapshot by replaying its moves.
    ///
    /// # Errors
    /// The snapshot cannot be replayed with the games of this server.
    pub fn restore(saved: SavedRoom, catalogue: &Catalogue) -> Result<Room, RestoreError> {
        let unknown =
            || RestoreError::UnknownVariant { game: saved.game.clone(), variant: saved.variant.clone() };
        let variant = catalogue.find(&saved.game, Some(&saved.variant)).ok_or_else(unknown)?;
        let mut game = variant.start();
        for (index, entry) in saved.history.iter().enumerate() {
            game.play(&Wish::from(&entry.play))
                .map_err(|_| RestoreError::IllegalHistory { number: index + 1 })?;
        }
        let spectators = saved.spectators.unwrap_or_else(|| usual_spectators(&saved.seats));
        let kept = |ending: &RoomEnding| ending.at + saved.timing.keep_finished;
        Ok(Room {
            forget_at: saved.forget_at.or_else(|| saved.ending.as_ref().map(kept)),
            id: saved.id,
            scope: saved.scope,
            variant,
            timing: saved.timing,
            seats: saved.seats,
            game,
            history: saved.history,
            version: saved.version.unwrap_or(saved.seq),
            seq: saved.seq,
            started_at: saved.started_at,
            idle_clock: saved.idle_clock,
            game_clock: saved.game_clock,
            allowances: saved.allowances,
            dice: saved.dice,
            thinking: saved.thinking,
            draw_offer: saved.draw_offer,
            rematch_wanted: saved.rematch_wanted,
            rematch_begun: saved.rematch_begun,
            is_rematch: saved.is_rematch,
            spectators,
            ending: saved.ending,
        })
    }

    /// Replays a log: the events after a snapshot, or all of them.
    ///
    /// # Errors
    /// The log does not fit the games of this server, or is malformed.
    pub fn replay(
        snapshot: Option<SavedRoom>,
        events: &[Event],
        catalogue: &Catalogue,
    ) -> Result<Room, RestoreError> {
        let (room, events) = match (snapshot, events) {
            (Some(saved), events) => (Room::restore(saved, catalogue)?, events),
            (None, [Event { at, change: Change::Opened(opened) }, events @ ..]) => {
                let (game, variant) = (&opened.game, &opened.variant);
                let unknown =
                    || RestoreError::UnknownVariant { game: game.clone(), variant: variant.clone() };
                let variant = catalogue.find(game, Some(variant)).ok_or_else(unknown)?;
                (Room::opened(opened, variant, *at), events)
            }
            (None, _) => return Err(RestoreError::NotOpened),
        };
        Room::replay_on(room, events)
    }

    /// Replays the events that follow on a room.
    ///
    /// # Errors
    /// They do not fit the room.
    pub fn replay_on(mut room: Room, events: &[Event]) -> Result<Room, RestoreError> {
        for event in events {
            match &event.change {
                Change::Opened(_) => return Err(RestoreError::NotOpened),
                Change::Moved { play } if room.game.preview(&Wish::from(play)).is_err() => {
                    return Err(RestoreError::IllegalHistory { number: room.history.len() + 1 });
                }
                _ => room.evolve(event),
            }
        }
        Ok(room)
    }
}

/// Who may watch a room whose snapshot does not say: everyone if a guest without a session plays, else no
/// one.
fn usual_spectators(seats: &[Seat; 2]) -> Spectators {
    let guest = |seat: &Seat| matches!(&seat.occupant, Occupant::Human { guard: Guard::Guest { .. }, .. });
    if seats.iter().any(guest) { Spectators::Public } else { Spectators::None }
}
