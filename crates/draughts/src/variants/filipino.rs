//! Filipino checkers (dama): the Brazilian game on a board in a mirror, with a draw rule of its own.
//!
//! Source: "Filipino Checkers (Pinoy Dama), Rules of Play", rules 1 to 12,
//! <https://filipinocheckers.blogspot.com/2014/04/filipino-checkers-rules.html>, which programs and A. M. Quilet, "Book
//! of Filipino Checkers (Aklat ng Dama)", chapter 1, reprint; no text of a federation was found. Not named below because
//! they are those of the relative: men capture backward (4) and are crowned at the end of a move only (5), kings fly (6)
//! and land where they can go on (7), the most pieces (7), no piece is jumped twice (8), captured pieces leave after the
//! move (9).

use super::brazilian;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION, no_progress};
use crate::layout::{Layout, Playable};
use crate::notation::Notation;
use crate::rules::Rules;

/// The rules of play as Filipino players print them.
pub const RULES: Rules = Rules {
    name: "filipino",
    title: "Filipino checkers",
    // Rule 2: the square at each player's near left is not played on; White moves first
    layout: Layout { playable: Playable::LowerRight, ..brazilian::RULES.layout },
    draws: &[
        // Rule 10: counted on the lone king, whether or not it holds the longest diagonal
        DrawRule {
            name: "three_kings_against_one",
            material: Material::LoneKing { at_least: 3, at_most: 3, kings: 3, main_road: MainRoad::Either },
            limit: Limit::MovesOfLoneKing(12),
        },
        no_progress(40), // the text has none; the common ones
        REPETITION,
    ],
    notation: Notation { game_type: None, ..brazilian::RULES.notation }, // PDN has no number for it
    ..brazilian::RULES
};
