//! American pool checkers: men capture backwards, kings fly, free choice.

use super::english;
use crate::bot::weights;
use crate::direction::Directions;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION, no_progress};
use crate::notation::Notation;
use crate::rules::{Landing, Promotion, Reach, Rules};

/// The rules of the American Pool Checkers Association.
pub const RULES: Rules = Rules {
    name: "pool",
    title: "American pool checkers",
    sides: ["Black", "White"],
    man_captures: Directions::DIAGONALS, // APCA 14
    king_reach: Reach::AnyDistance,      // APCA 15
    landing: Landing::WhereItGoesOn,     // APCA 20: the chosen path is finished
    promotion: Promotion::AtRest,        // APCA 16, 22, 23
    draws: &[
        // The book of 1947; counted on the lone king, whether or not it holds the main line
        DrawRule {
            name: "three_kings_against_one",
            material: Material::LoneKing { at_least: 3, at_most: 3, kings: 3, main_road: MainRoad::Either },
            limit: Limit::MovesOfLoneKing(13),
        },
        no_progress(15), // APCA 26
        REPETITION,      // APCA 26
    ],
    notation: Notation { game_type: Some(23), ..english::RULES.notation }, // PDN GameType 23,B,8,8,N1,0
    weights: &weights::pool::WEIGHTS,
    ..english::RULES
};
