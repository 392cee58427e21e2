//! A room written down, to be opened again after a restart.

use std::collections::BTreeSet;
use std::time::Duration;

use game::{Catalogue, Side, Wish};
use serde::{Deserialize, Serialize};

use crate::allowance::Allowance;
use crate::clock::IdleClock;
use crate::dice::Dice;
use crate::{Ending, Entry, Guard, House, Occupant, Room, RoomId, Seat, Spectators, Timestamp, Timing};

/// Everything a room must remember; who watches is not part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRoom {
    id: RoomId,
    house: House,
    game: String,
    variant: String,
    timing: Timing,
    seats: [Seat; 2],
    history: Vec<Entry>,
    seq: u64,
    started_at: Timestamp,
    clock: Option<IdleClock>,
    #[serde(default)]
    allowances: [Allowance; 2],
    dice: Dice,
    bot_overdue_at: Option<Timestamp>,
    draw_offer: Option<Side>,
    rematch_wanted: [bool; 2],
    rematch_begun: bool,
    is_rematch: bool,
    /// Records of older servers do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spectators: Option<Spectators>,
    ending: Option<Ending>,
}

/// Why a saved room cannot be opened.
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
        }
    }
}

impl std::error::Error for RestoreError {}

impl Room {
    /// The room, to be written down.
    #[must_use]
    pub fn save(&self) -> SavedRoom {
        let description = self.variant.description();
        SavedRoom {
            id: self.id.clone(),
            house: self.house.clone(),
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            timing: self.timing.clone(),
            seats: self.seats.clone(),
            history: self.history.clone(),
            seq: self.seq,
            started_at: self.started_at,
            clock: self.clock.clone(),
            allowances: self.allowances,
            dice: self.dice.clone(),
            bot_overdue_at: self.bot_overdue_at,
            draw_offer: self.draw_offer,
            rematch_wanted: self.rematch_wanted,
            rematch_begun: self.rematch_begun,
            is_rematch: self.is_rematch,
            spectators: Some(self.spectators),
            ending: self.ending.clone(),
        }
    }

    /// Opens a saved room by playing its moves again.
    pub fn restore(saved: SavedRoom, catalogue: &Catalogue) -> Result<Room, RestoreError> {
        let variant = catalogue.find(&saved.game, Some(&saved.variant)).ok_or_else(|| {
            RestoreError::UnknownVariant { game: saved.game.clone(), variant: saved.variant.clone() }
        })?;
        let mut game = variant.start();
        for (index, entry) in saved.history.iter().enumerate() {
            game.play(&Wish::from(&entry.play))
                .map_err(|_| RestoreError::IllegalHistory { number: index + 1 })?;
        }
        let spectators = saved.spectators.unwrap_or_else(|| usual_spectators(&saved.seats));
        let kept = |ending: &Ending| ending.at + saved.timing.keep_finished;
        Ok(Room {
            forget_at: saved.ending.as_ref().map(kept),
            lag: Duration::ZERO,
            id: saved.id,
            house: saved.house,
            variant,
            timing: saved.timing,
            seats: saved.seats,
            game,
            history: saved.history,
            seq: saved.seq,
            started_at: saved.started_at,
            clock: saved.clock,
            allowances: saved.allowances,
            dice: saved.dice,
            bot_overdue_at: saved.bot_overdue_at,
            draw_offer: saved.draw_offer,
            rematch_wanted: saved.rematch_wanted,
            rematch_begun: saved.rematch_begun,
            is_rematch: saved.is_rematch,
            spectators,
            ending: saved.ending,
            watchers: BTreeSet::new(),
            replaced: Vec::new(),
        })
    }
}

/// Who may watch a room whose record does not say it: anybody if a guest without a session plays, else nobody.
fn usual_spectators(seats: &[Seat; 2]) -> Spectators {
    let guest = |seat: &Seat| matches!(&seat.occupant, Occupant::Human { guard: Guard::Guest { .. }, .. });
    if seats.iter().any(guest) { Spectators::Public } else { Spectators::None }
}
