//! Buff and Green: flying kings, free choice, captured pieces leave at once.

use super::pool;
use crate::bot::weights;
use crate::draws::{REPETITION, no_progress};
use crate::notation::Notation;
use crate::rules::{Landing, Removal, Rules};

/// The rules of the game of that name.
pub const RULES: Rules = Rules {
    name: "buff-and-green",
    title: "Buff and Green",
    sides: ["Green", "Buff"],
    landing: Landing::Anywhere, // "Kings perform long jump captures": any landing, go on if it can
    removal: Removal::AtOnce,   // "removed immediately while the capture takes place"
    draws: &[no_progress(40), REPETITION], // the text has none; the common ones
    notation: Notation { game_type: None, ..pool::RULES.notation },
    weights: &weights::buff_and_green::WEIGHTS,
    ..pool::RULES
};
