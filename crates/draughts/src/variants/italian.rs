//! Italian draughts: short kings that no man may capture.

use super::english;
use crate::bot::weights;
use crate::layout::{Layout, Playable};
use crate::notation::{Colour, Corner, Notation};
use crate::rules::{Capturable, Priority, Rules};

/// The rules of the Italian federation (FID).
pub const RULES: Rules = Rules {
    name: "italian",
    title: "Italian draughts",
    sides: ["White", "Black"],
    layout: Layout { playable: Playable::LowerRight, ..english::RULES.layout }, // FID 2.3
    man_takes: Capturable::MenOnly,                                             // FID 5.3(b)
    // FID 6.6 to 6.9
    priority: &[Priority::MostPieces, Priority::ByKing, Priority::MostKings, Priority::EarliestKing],
    // FID 10.4 and 9.3: 40 moves and the third occurrence, as in English draughts
    // PDN GameType 22,W,8,8,N2,1
    notation: Notation {
        game_type: Some(22),
        first: Colour::White,
        corner: Corner::TopLeft,
        ..english::RULES.notation
    },
    weights: &weights::italian::WEIGHTS,
    ..english::RULES
};
