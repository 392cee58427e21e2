//! Czech draughts: men capture forward, and a king that can capture must.

use super::{english, russian};
use crate::bot::weights;
use crate::draws::{REPETITION, no_progress};
use crate::notation::Notation;
use crate::rules::{Landing, Priority, Reach, Rules};

/// The rules of the Czech federation.
pub const RULES: Rules = Rules {
    name: "czech",
    title: "Czech draughts",
    sides: ["White", "Black"],
    king_reach: Reach::AnyDistance,        // rule 3.9
    landing: Landing::WhereItGoesOn,       // the chosen path is finished
    priority: &[Priority::ByKing],         // rule 4.14
    draws: &[no_progress(15), REPETITION], // FMJD, brief rules of Czech draughts
    notation: Notation { game_type: Some(29), capture_sign: 'x', ..russian::RULES.notation }, // 29,W,8,8,A0,0
    weights: &weights::czech::WEIGHTS,
    ..english::RULES
};
