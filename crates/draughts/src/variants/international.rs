//! International draughts: a hundred squares, flying kings, the most pieces.

use super::pool;
use crate::bot::weights;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION, no_progress};
use crate::layout::Layout;
use crate::notation::{Colour, Corner, Notation, ResultStyle, SquareNames};
use crate::rules::{Priority, Promotion, Rules, Start};

/// The rules of the world federation (FMJD, Annex 1).
pub const RULES: Rules = Rules {
    name: "international",
    title: "International draughts",
    sides: ["White", "Black"],
    layout: Layout::draughtboard(10),               // FMJD 2.1, 2.4
    start: Start { empty_rows: 0, rows_of_men: 4 }, // FMJD 2.8
    promotion: Promotion::AtRest,                   // FMJD 4.15, 3.5
    priority: &[Priority::MostPieces],              // FMJD 4.13
    draws: &[
        // FMJD 6, one or two pieces against a lone king
        DrawRule {
            name: "two_against_one",
            material: Material::LoneKing { at_least: 1, at_most: 2, kings: 1, main_road: MainRoad::Either },
            limit: Limit::Moves(5),
        },
        // FMJD 6, three pieces against a lone king
        DrawRule {
            name: "three_against_one",
            material: Material::LoneKing { at_least: 3, at_most: 3, kings: 1, main_road: MainRoad::Either },
            limit: Limit::Moves(16),
        },
        no_progress(25), // FMJD 6.2
        REPETITION,      // FMJD 6.1
    ],
    notation: Notation {
        game_type: Some(20), // PDN GameType 20,W,10,10,N2,0
        first: Colour::White,
        squares: SquareNames::Numbers,
        corner: Corner::TopLeft,
        capture_sign: 'x',
        results: ResultStyle::TwoPoints,
    },
    weights: &weights::international::WEIGHTS,
    ..pool::RULES
};
