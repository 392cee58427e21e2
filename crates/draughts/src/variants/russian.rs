//! Russian draughts (shashki): a man crowned in passing captures on as a king.

use super::pool;
use crate::bot::weights;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION, no_progress};
use crate::notation::{Colour, Corner, Notation, ResultStyle, SquareNames};
use crate::rules::{Promotion, Rules};

/// The rules of the 64-square section of the world federation.
pub const RULES: Rules = Rules {
    name: "russian",
    title: "Russian draughts",
    sides: ["White", "Black"],
    promotion: Promotion::InPassing, // Codex 2004, 1.5.15
    draws: DRAWS_64,
    notation: Notation {
        game_type: Some(25), // PDN GameType 25,W,8,8,A0,0
        first: Colour::White,
        squares: SquareNames::Letters,
        corner: Corner::BottomLeft,
        capture_sign: ':',
        results: ResultStyle::OnePoint,
    },
    weights: &weights::russian::WEIGHTS,
    ..pool::RULES
};

/// The draws of FMJD-64, section 7.2.
pub(super) const DRAWS_64: &[DrawRule] = &[
    // One or two pieces against a lone king
    DrawRule {
        name: "two_against_one",
        material: Material::LoneKing { at_least: 1, at_most: 2, kings: 1, main_road: MainRoad::Either },
        limit: Limit::Moves(5),
    },
    // Three pieces against a king on the main road
    DrawRule {
        name: "three_against_main_road",
        material: Material::LoneKing { at_least: 3, at_most: 3, kings: 1, main_road: MainRoad::LoneKing },
        limit: Limit::Moves(5),
    },
    // Three kings or more against one
    DrawRule {
        name: "three_kings_against_one",
        material: Material::LoneKing { at_least: 3, at_most: 12, kings: 3, main_road: MainRoad::Either },
        limit: Limit::Moves(15),
    },
    // Pieces are counted on the whole board
    DrawRule {
        name: "four_or_five_pieces",
        material: Material::KingsOnBothSides { at_least: 4, at_most: 5 },
        limit: Limit::MovesWithSameMaterial(30),
    },
    DrawRule {
        name: "six_or_seven_pieces",
        material: Material::KingsOnBothSides { at_least: 6, at_most: 7 },
        limit: Limit::MovesWithSameMaterial(60),
    },
    no_progress(15),
    REPETITION,
];
