//! Czech draughts: men capture forward, and a king that can capture must.

use super::{english, russian};
use crate::draws::{REPETITION, no_progress};
use crate::notation::Notation;
use crate::rules::{Landing, Priority, Reach, Rules};

/// The brief rules of the world federation.
pub const RULES: Rules = Rules {
    name: "czech",
    title: "Czech draughts",
    sides: ["White", "Black"],
    king_reach: Reach::AnyDistance,        // FMJD Czech 5
    landing: Landing::WhereItGoesOn,       // FMJD Czech 8
    priority: &[Priority::ByKing],         // FMJD Czech 9
    draws: &[no_progress(15), REPETITION], // FMJD Czech 11
    notation: Notation { game_type: Some(29), capture_sign: 'x', ..russian::RULES.notation }, // 29,W,8,8,A0,0
    ..english::RULES
};
