//! FEN of draughts: positions as text, in the squares of a variant's notation.
//!
//! `W:WK27,23:B12,28-30` says: White moves; White has a king on 27 and a man on 23; Black has men
//! on 12, 28, 29 and 30. Strict reading takes what the PDN standard lets programs write, plus empty
//! lists. Lenient reading also takes what is met in files: spaces, a final dot, small letters,
//! leading zeros, no list at all, and the counters `:H0:F1`. A man on the row where men become kings
//! is taken as it is written in both: positions after an unfinished move and problems show them.

use std::fmt;

use game::{Rank, Side, Square};

use crate::notation::{Colour, Corner, Notation, SquareNames};
use crate::{Position, Variant};

mod parser;

/// How much a reader of FEN forgives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// Only what may be written.
    #[default]
    Strict,
    /// What is met in files; numbers in games of lettered squares need a convention.
    Lenient(Numbers),
}

/// What numbers mean in a game whose squares have letters; files use two conventions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// They are refused.
    #[default]
    Refused,
    /// 1 is the first square of the top row, the first mover at the bottom: b8 on a Russian board.
    FromTopLeft,
    /// 1 is the first square of the bottom row: a1 on a Russian board.
    FromBottomLeft,
}

impl Numbers {
    /// The notation in which a number names a square, where numbers are taken at all.
    pub(crate) fn notation(self, usual: &Notation) -> Option<Notation> {
        let corner = match (usual.squares, self) {
            (SquareNames::Numbers, _) => return Some(*usual),
            (SquareNames::Letters, Numbers::Refused) => return None,
            (SquareNames::Letters, Numbers::FromTopLeft) => Corner::TopLeft,
            (SquareNames::Letters, Numbers::FromBottomLeft) => Corner::BottomLeft,
        };
        Some(Notation { squares: SquareNames::Numbers, corner, ..*usual })
    }
}

/// A position as FEN describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces and the turn.
    pub position: Position,
    /// The plies without progress; `None` without an `H` field.
    pub half_moves: Option<u32>,
    /// The number of the next move; `None` without an `F` field.
    pub full_move: Option<u32>,
}

/// What is wrong with a FEN text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The character, counted from one.
    pub column: u32,
    /// What was wrong and what was expected, in lower case.
    pub message: String,
}

impl Position {
    /// The position that a FEN text describes, read strictly.
    pub fn from_fen(variant: &'static Variant, text: &str) -> Result<Position, FenError> {
        read(text, variant, &variant.rules().notation, Reading::Strict).map(|fen| fen.position)
    }

    /// The position as FEN in the notation of its variant.
    #[must_use]
    pub fn fen(&self) -> String {
        write(self, &self.rules().notation)
    }
}

/// Reads a FEN text in a notation of the variant.
pub fn read(
    text: &str,
    variant: &'static Variant,
    notation: &Notation,
    reading: Reading,
) -> Result<Fen, FenError> {
    let mut fen = Fen { position: Position::empty(variant, Side::First), half_moves: None, full_move: None };
    parser::Parser::new(text, notation, reading).whole(&mut fen)?;
    Ok(fen)
}

/// Writes a position in a notation of its variant: no spaces, White first, three or more men in a row as a range.
#[must_use]
pub fn write(position: &Position, notation: &Notation) -> String {
    let mut text = String::from(notation.colour(position.side_to_move()).letter());
    for colour in [Colour::White, Colour::Black] {
        text.push(':');
        text.push(colour.letter());
        text.push_str(&list(position, notation, notation.side(colour)));
    }
    text
}

impl fmt::Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for FenError {}

/// The pieces of a side in the order of their squares.
fn list(position: &Position, notation: &Notation, side: Side) -> String {
    let layout = position.layout();
    let mut pieces: Vec<(u8, Square, Rank)> = position
        .pieces()
        .filter(|(_, piece)| piece.side == side)
        .map(|(square, piece)| (notation.number(layout, square), square, piece.rank))
        .collect();
    pieces.sort_unstable_by_key(|(number, ..)| *number);
    let may_run = notation.squares == SquareNames::Numbers;
    let follows = |a: &(u8, Square, Rank), b: &(u8, Square, Rank)| {
        may_run && a.2 == Rank::Man && b.2 == Rank::Man && a.0 + 1 == b.0
    };
    let name = |piece: &(u8, Square, Rank)| {
        let king = if piece.2 == Rank::King { "K" } else { "" };
        format!("{king}{}", notation.square_text(layout, piece.1))
    };
    let runs = pieces.chunk_by(follows).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{}-{}", name(first), name(last))],
        short => short.iter().map(name).collect(),
    });
    runs.collect::<Vec<String>>().join(",")
}
