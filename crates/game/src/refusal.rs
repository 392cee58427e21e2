//! Why a wish was refused, in words a beginner understands.

use std::fmt;

use crate::Play;

/// A refused wish: which rule forbids it and what is possible instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule, for programs.
    pub code: RefusalCode,
    /// The rule, for people: one sentence.
    pub sentence: String,
    /// What is possible instead.
    pub hint: Option<String>,
    /// The legal moves that fit an ambiguous wish; empty for every other refusal.
    pub candidates: Vec<Play>,
}

impl Refusal {
    /// A refusal without a hint.
    #[must_use]
    pub fn new(code: RefusalCode, sentence: impl Into<String>) -> Refusal {
        Refusal { code, sentence: sentence.into(), hint: None, candidates: Vec::new() }
    }

    /// The same refusal with a hint on what is possible.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Refusal {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}

/// The rules a move can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalCode {
    /// The square is not on the board, or never holds a piece.
    OutOfBoard,
    /// Something stands there already.
    CellTaken,
    /// The square is empty, or the piece on it is the opponent's.
    NotYourPiece,
    /// A capture is possible, so a quiet move is not.
    MustCapture,
    /// A longer or better capture is possible and obligatory.
    MustCaptureMost,
    /// The capture can go on, so it must.
    MustContinueCapture,
    /// A piece or the edge of the board is in the way.
    Blocked,
    /// This piece may not go in that direction.
    WrongDirection,
    /// The move is illegal for another reason.
    IllegalMove,
    /// Several legal moves fit; say which.
    AmbiguousMove,
    /// The game has ended.
    GameOver,
}

impl RefusalCode {
    /// The code as programs read it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            RefusalCode::OutOfBoard => "out_of_board",
            RefusalCode::CellTaken => "cell_taken",
            RefusalCode::NotYourPiece => "not_your_piece",
            RefusalCode::MustCapture => "must_capture",
            RefusalCode::MustCaptureMost => "must_capture_most",
            RefusalCode::MustContinueCapture => "must_continue_capture",
            RefusalCode::Blocked => "blocked",
            RefusalCode::WrongDirection => "wrong_direction",
            RefusalCode::IllegalMove => "illegal_move",
            RefusalCode::AmbiguousMove => "ambiguous_move",
            RefusalCode::GameOver => "game_over",
        }
    }
}
