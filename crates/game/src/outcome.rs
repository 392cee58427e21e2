//! How a game ended over the board.

use crate::{Side, Square};

/// The end of a game by its own rules: no clock, no resignation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// The squares of the winning line, in games that have one.
    pub line: Option<Vec<Square>>,
    /// The rule that made it a draw, in snake case (`repetition`, `no_progress`, …).
    pub draw_rule: Option<&'static str>,
}

impl Outcome {
    /// A win without a line to show.
    #[must_use]
    pub fn win(side: Side) -> Outcome {
        Outcome { winner: Some(side), line: None, draw_rule: None }
    }

    /// A draw by a named rule.
    #[must_use]
    pub fn draw(rule: &'static str) -> Outcome {
        Outcome { winner: None, line: None, draw_rule: Some(rule) }
    }
}
