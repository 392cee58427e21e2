//! Brazilian draughts: the international rules on a board of 64 squares.

use super::{international, russian};
use crate::bot::weights;
use crate::layout::Layout;
use crate::notation::Notation;
use crate::rules::{Rules, Start};

/// The rules of the Brazilian confederation.
pub const RULES: Rules = Rules {
    name: "brazilian",
    title: "Brazilian draughts",
    layout: Layout::draughtboard(8),
    start: Start { empty_rows: 0, rows_of_men: 3 },
    draws: russian::DRAWS_64, // FMJD-64 section 7.2
    notation: Notation { game_type: Some(26), capture_sign: 'x', ..russian::RULES.notation }, // 26,W,8,8,A0,0
    weights: &weights::brazilian::WEIGHTS,
    ..international::RULES
};
