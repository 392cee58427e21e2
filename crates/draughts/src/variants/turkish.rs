//! Turkish draughts (dama): straight lines on all 64 squares.

use super::{international, russian};
use crate::bot::weights;
use crate::direction::Directions;
use crate::draws::{DrawRule, Limit, Material, REPETITION};
use crate::layout::{Layout, Playable};
use crate::notation::Notation;
use crate::rules::{Promotion, Removal, Rules, Start, TurningBack};

/// The rules of the Turkish academy of dama.
pub const RULES: Rules = Rules {
    name: "turkish",
    title: "Turkish draughts",
    layout: Layout { rows: 8, columns: 8, playable: Playable::All },
    start: Start { empty_rows: 1, rows_of_men: 2 },
    man_moves: Directions::FORWARD_AND_SIDEWAYS,
    man_captures: Directions::FORWARD_AND_SIDEWAYS,
    king_moves: Directions::STRAIGHT,
    king_captures: Directions::STRAIGHT,
    turning_back: TurningBack::Forbidden,
    removal: Removal::AtOnce,
    promotion: Promotion::AtRest, // a man that jumps to the last row goes on sideways as a man
    draws: &[
        DrawRule { name: "one_piece_each", material: Material::OneAlikeEach, limit: Limit::AtOnce },
        DrawRule { name: "no_progress", material: Material::Any, limit: Limit::MovesWithoutCapture(25) },
        REPETITION,
    ],
    notation: Notation { game_type: Some(30), capture_sign: 'x', ..russian::RULES.notation }, // 30,W,8,8,A0,0
    weights: &weights::turkish::WEIGHTS,
    ..international::RULES
};
