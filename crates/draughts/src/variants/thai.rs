//! Thai draughts (makhos): eight men each, kings land directly behind.

use super::english;
use crate::bot::weights;
use crate::notation::Notation;
use crate::rules::{Landing, Reach, Removal, Rules, Start};

/// The rules as played in Thailand.
pub const RULES: Rules = Rules {
    name: "thai",
    title: "Thai draughts",
    sides: ["Black", "White"],
    start: Start { empty_rows: 0, rows_of_men: 2 },
    king_reach: Reach::AnyDistance,
    landing: Landing::DirectlyBehind,
    removal: Removal::AtOnce, // kings may turn back over what they took
    // PDN GameType 31. The standard says N2, but the counts and cases that engines share number the squares
    // as in English draughts: Black begins on 1 to 8.
    notation: Notation { game_type: Some(31), capture_sign: '-', ..english::RULES.notation },
    weights: &weights::thai::WEIGHTS,
    ..english::RULES
};
