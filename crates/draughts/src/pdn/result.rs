//! Results of games, in the two styles of PDN.

use crate::notation::{Colour, ResultStyle};

/// How a game ended, according to its `Result` tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One colour won. White's points stand first, as the standard has it; some old collections of
    /// English draughts put the first mover's points first, which cannot be detected from the text.
    Win(Colour),
    /// A draw.
    Draw,
    /// Both lost: `0-0`.
    BothLose,
    /// Unfinished or unknown: `*`.
    Open,
}

impl GameResult {
    /// Reads a result in either style; `None` for a format of its own, such as `4-6`.
    #[must_use]
    pub fn read(text: &str) -> Option<GameResult> {
        match text {
            "1-0" | "2-0" => Some(GameResult::Win(Colour::White)),
            "0-1" | "0-2" => Some(GameResult::Win(Colour::Black)),
            "1/2-1/2" | "1-1" => Some(GameResult::Draw),
            "0-0" => Some(GameResult::BothLose),
            "*" | "?" | "" => Some(GameResult::Open),
            _ => None,
        }
    }

    /// The result in a style.
    #[must_use]
    pub const fn text(self, style: ResultStyle) -> &'static str {
        match (self, style) {
            (GameResult::Win(Colour::White), ResultStyle::OnePoint) => "1-0",
            (GameResult::Win(Colour::White), ResultStyle::TwoPoints) => "2-0",
            (GameResult::Win(Colour::Black), ResultStyle::OnePoint) => "0-1",
            (GameResult::Win(Colour::Black), ResultStyle::TwoPoints) => "0-2",
            (GameResult::Draw, ResultStyle::OnePoint) => "1/2-1/2",
            (GameResult::Draw, ResultStyle::TwoPoints) => "1-1",
            (GameResult::BothLose, _) => "0-0",
            (GameResult::Open, _) => "*",
        }
    }
}
