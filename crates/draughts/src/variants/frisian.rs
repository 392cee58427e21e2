//! Frisian draughts: captures along and across as well as diagonally.

use super::international;
use crate::bot::weights;
use crate::direction::Directions;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION, no_progress};
use crate::notation::{Notation, ResultStyle};
use crate::rules::{Priority, Rules};

/// The official rules of 2011.
pub const RULES: Rules = Rules {
    name: "frisian",
    title: "Frisian draughts",
    man_captures: Directions::ALL,
    king_captures: Directions::ALL, // quiet king moves stay diagonal
    // n kings are worth more than 2n - 1 men and less than 2n
    priority: &[Priority::HighestValue { man: 100, king: 199 }, Priority::ByKing],
    king_moves_in_a_row: Some(3),
    draws: &[
        DrawRule {
            name: "king_against_king",
            material: Material::LoneKing { at_least: 1, at_most: 1, kings: 1, main_road: MainRoad::Either },
            limit: Limit::AtOnce,
        },
        DrawRule {
            name: "two_kings_against_one",
            material: Material::LoneKing { at_least: 2, at_most: 2, kings: 2, main_road: MainRoad::Either },
            limit: Limit::Moves(7),
        },
        no_progress(40), // the common one
        REPETITION,
    ],
    // PDN GameType 40,W,10,10,N2,0
    notation: Notation {
        game_type: Some(40),
        results: ResultStyle::OnePoint,
        ..international::RULES.notation
    },
    weights: &weights::frisian::WEIGHTS,
    ..international::RULES
};
