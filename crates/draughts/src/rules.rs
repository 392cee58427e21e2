//! The rules of a variant: one field per question that a rule book answers.

use crate::bot::weights::Weights;
use crate::direction::Directions;
use crate::draws::DrawRule;
use crate::layout::Layout;
use crate::notation::Notation;

/// A rule set. A variant is a constant of this type; the engine never asks for its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The name on the wire, such as `russian`.
    pub name: &'static str,
    /// The name people use.
    pub title: &'static str,
    /// What people call the two sides, first mover first.
    pub sides: [&'static str; 2],
    /// How large is the board, and which squares are played on?
    pub layout: Layout,
    /// Where do the men stand at the start?
    pub start: Start,
    /// In which directions may a man move?
    pub man_moves: Directions,
    /// In which directions may a man capture?
    pub man_captures: Directions,
    /// Which pieces may a man capture?
    pub man_takes: Capturable,
    /// In which directions may a king move?
    pub king_moves: Directions,
    /// In which directions may a king capture?
    pub king_captures: Directions,
    /// How far does a king reach?
    pub king_reach: Reach,
    /// Where may a king land behind a captured piece?
    pub landing: Landing,
    /// May a capturing king turn round by 180 degrees?
    pub turning_back: TurningBack,
    /// When do captured pieces leave the board?
    pub removal: Removal,
    /// What happens when a man reaches the last row?
    pub promotion: Promotion,
    /// Which captures go before others? The first question by which two captures differ decides.
    pub priority: &'static [Priority],
    /// How many quiet moves in a row may one king make while its side still has a man?
    pub king_moves_in_a_row: Option<u8>,
    /// When is the game drawn?
    pub draws: &'static [DrawRule],
    /// How are squares, colours and results written?
    pub notation: Notation,
    /// How does a bot evaluate positions? The weights of the nearest relative will do, if its board has as many squares
    /// of play.
    pub weights: &'static Weights,
}

impl Rules {
    /// The bits of the men at the start, those of the side that moves first before the others.
    #[must_use]
    pub const fn start_bits(&self) -> [u128; 2] {
        let (layout, start) = (self.layout, self.start);
        let mut bits = [0, 0];
        let mut row = start.empty_rows;
        while row < start.empty_rows + start.rows_of_men {
            bits[0] |= layout.row_bits(layout.rows - 1 - row);
            bits[1] |= layout.row_bits(row);
            row += 1;
        }
        bits
    }
}

/// The rows of men at the start, counted from each player's own edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Rows left empty behind the men.
    pub empty_rows: u8,
    /// Rows filled with men.
    pub rows_of_men: u8,
}

/// The pieces that a man may capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capturable {
    /// Men and kings.
    MenAndKings,
    /// Men only.
    MenOnly,
}

/// How far a king moves, and over what distance it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// To the next square.
    OneStep,
    /// Along the whole line.
    AnyDistance,
}

/// Where a king that captures from a distance may land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any empty square behind the piece, but where it can capture on from one of them, only there.
    WhereItGoesOn,
    /// On any empty square behind the piece, whether or not another one would let it capture on.
    Anywhere,
    /// On the square directly behind the piece.
    DirectlyBehind,
    /// As `WhereItGoesOn`, but a move that takes a king last ends directly behind that king.
    DirectlyBehindLastKing,
}

/// Whether a capturing king may reverse its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurningBack {
    /// It may, if a piece stands there to be captured.
    Allowed,
    /// It may turn by 90 degrees at most.
    Forbidden,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the move is complete: until then they stand in the way and cannot be jumped again.
    AfterTheMove,
    /// As soon as they are jumped: their squares are free for the rest of the move.
    AtOnce,
}

/// When a man that reaches the last row becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// On arrival, and its move ends there.
    EndsTheMove,
    /// When its move comes to rest there; a man that only passes stays a man.
    AtRest,
    /// On arrival, and it captures on as a king.
    InPassing,
}

/// A question that ranks captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// More captured pieces go before fewer.
    MostPieces,
    /// The higher total value goes first.
    HighestValue {
        /// What a captured man is worth.
        man: u16,
        /// What a captured king is worth.
        king: u16,
    },
    /// A king's capture goes before a man's.
    ByKing,
    /// More captured kings go before fewer.
    MostKings,
    /// The capture that meets a king earlier goes first.
    EarliestKing,
}
