//! Thai draughts (makhos): eight men each, kings land directly behind.

use super::english;
use crate::notation::{Corner, Notation};
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
    // PDN GameType 31,B,8,8,N2,0
    notation: Notation {
        game_type: Some(31),
        corner: Corner::TopLeft,
        capture_sign: '-',
        ..english::RULES.notation
    },
    ..english::RULES
};
