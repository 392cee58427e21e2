//! Canadian draughts: the international rules on twelve by twelve.

use super::international;
use crate::bot::weights;
use crate::layout::Layout;
use crate::notation::Notation;
use crate::rules::{Rules, Start};

/// The international rules, larger.
pub const RULES: Rules = Rules {
    name: "canadian",
    title: "Canadian draughts",
    layout: Layout::draughtboard(12),
    start: Start { empty_rows: 0, rows_of_men: 5 },
    notation: Notation { game_type: Some(27), ..international::RULES.notation }, // PDN GameType 27,W,12,12,N2,0
    weights: &weights::canadian::WEIGHTS,
    ..international::RULES
};
