//! Endgame tables: the value of every position with few pieces, found from the end of the game backwards.
//!
//! A value is a win, a draw or a loss with best play, and the plies until the end. Draws that depend on the moves before
//! are not in it: repetition, and rules that count moves. They can only turn a win into a draw. So a draw of the table is a
//! draw; a win of the table is a win if it takes no more plies than the counting rules leave, see [`Tables::value_in`].
//! Rules that draw a position at once, such as one king each in Frisian, are in the table.

mod coder;
mod file;
mod index;
mod shipped;
mod slice;
mod solve;
mod value;
mod verify;
mod work;

use std::fmt;

pub use shipped::{shipped, shipped_slices};
pub use slice::{MOST_PIECES, Slice};
pub use value::TableValue;
pub use work::TableWork;

use game::Side;

use crate::board::{Board, Move, Pieces};
use crate::bot::{EndgameProbe, EndgameValue};
use crate::game::Game;
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::variant::Variant;
use crate::word::Word;

/// The tables of a variant.
#[derive(Clone)]
pub struct Tables {
    variant: &'static Variant,
    slices: Vec<Option<Vec<u8>>>,
    pieces: u8,
}

/// Why a table cannot be built or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// Captures or promotions lead to a slice that is not there.
    Missing(Slice),
    /// A win takes more plies than a table can hold.
    TooFar(Slice),
    /// The file is not whole, or not a table of this version.
    Damaged,
    /// The file is a table of this variant.
    OtherVariant(String),
}

impl Tables {
    /// Tables without a slice.
    #[must_use]
    pub fn empty(variant: &'static Variant) -> Tables {
        Tables { variant, slices: vec![None; Slice::NUMBERS], pieces: 0 }
    }

    /// The tables of all positions of up to this many pieces.
    ///
    /// # Errors
    /// If a win takes more plies than a table can hold.
    pub fn build(variant: &'static Variant, pieces: u8, work: TableWork<'_>) -> Result<Tables, TableError> {
        let mut tables = Tables::empty(variant);
        for slice in Slice::pairs(variant.rules(), pieces) {
            tables.add(slice, work)?;
        }
        Ok(tables)
    }

    /// Builds a slice and its turned one, from the slices that captures and promotions lead to.
    ///
    /// # Errors
    /// If one of those is not there, or if a win takes more plies than a table can hold.
    pub fn add(&mut self, slice: Slice, work: TableWork<'_>) -> Result<(), TableError> {
        for (slice, values) in self.variant.engine().solve(slice, self, work)? {
            self.insert(slice, values);
        }
        Ok(())
    }

    /// How many values of a slice and its turned one are not what the values after each move make them.
    ///
    /// # Errors
    /// If captures or promotions lead to a slice that is not there.
    pub fn count_wrong(&self, slice: Slice, work: TableWork<'_>) -> Result<u64, TableError> {
        self.variant.engine().count_wrong(slice, self, work)
    }

    /// The variant of the tables.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The value of a position; `None` if it is not in the tables.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<TableValue> {
        self.variant.engine().table_value(self, &Pieces::of(position), position.side_to_move())
    }

    /// The value of the position of a game, and whether it is certain; `None` if it is not in the tables. A win or a loss is
    /// certain if it takes no more plies than are left before a rule that counts moves draws the game.
    #[must_use]
    pub fn value_in(&self, game: &Game) -> Option<(TableValue, bool)> {
        let value = self.value(game.position())?;
        let certain = match value {
            TableValue::Draw => true,
            TableValue::Win { plies } | TableValue::Loss { plies } => {
                u16::from(plies) <= game.plies_before_draw()
            }
        };
        Some((value, certain))
    }

    /// The value of a position of this rule set; `None` if it is not in the tables.
    #[inline]
    pub(crate) fn probe<R: RuleSet>(&self, board: &Board<R>) -> Option<TableValue> {
        if (board.pieces.own | board.pieces.enemy).count() > u32::from(self.pieces) {
            return None;
        }
        self.find::<R>(&index::seen_by_mover(board)).ok()
    }

    /// The bytes of a slice; `None` if it is not there.
    #[must_use]
    pub fn bytes(&self, slice: Slice) -> Option<&[u8]> {
        self.slices.get(slice.number())?.as_deref()
    }

    /// How many positions a slice has, with a few numbers that have no position.
    #[must_use]
    pub fn size(&self, slice: Slice) -> usize {
        self.variant.engine().slice_size(slice)
    }

    pub(super) fn insert(&mut self, slice: Slice, bytes: Vec<u8>) {
        self.pieces = self.pieces.max(slice.pieces());
        self.slices[slice.number()] = Some(bytes);
    }

    /// The value of a position if this move is made.
    fn after<R: RuleSet>(&self, pieces: Pieces<R::Word>, chosen: Move<R::Word>) -> Result<TableValue, Slice> {
        let after = pieces.after(chosen);
        if !after.own.any() {
            return Ok(TableValue::Win { plies: 1 });
        }
        Ok(self.find::<R>(&index::turned_round::<R>(after))?.before())
    }

    /// The value of a position as its side to move sees it.
    #[inline]
    fn find<R: RuleSet>(&self, pieces: &Pieces<R::Word>) -> Result<TableValue, Slice> {
        let slice = Slice::of(pieces);
        if slice.pieces() > self.pieces
            || slice.own_men + slice.own_kings == 0
            || slice.enemy_men + slice.enemy_kings == 0
        {
            return Err(slice);
        }
        let bytes = self.bytes(slice).ok_or(slice)?;
        let number = index::number::<R>(pieces).ok_or(slice)?;
        Ok(TableValue::of_byte(bytes[number]))
    }
}

pub(crate) use index::size as slice_size;
pub(crate) use solve::{SliceValues, solve};
pub(crate) use verify::count_wrong;

impl EndgameProbe for Tables {
    fn most_pieces(&self) -> u32 {
        self.pieces.into()
    }

    fn probe(&self, pieces: &Pieces<u128>, side_to_move: Side) -> Option<EndgameValue> {
        let value = self.variant.engine().table_value(self, pieces, side_to_move)?;
        Some(match value {
            TableValue::Draw => EndgameValue::Draw,
            TableValue::Win { plies } => EndgameValue::Win(plies.into()),
            TableValue::Loss { plies } => EndgameValue::Loss(plies.into()),
        })
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "tables of {}, up to {} pieces", self.variant.name(), self.pieces)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Missing(slice) => {
                write!(formatter, "the slice {slice} is needed and not there: build it first")
            }
            TableError::TooFar(slice) => {
                write!(formatter, "a win of {slice} takes more than 250 plies: build fewer pieces")
            }
            TableError::Damaged => {
                formatter.write_str("the file is damaged or of another version: build it again")
            }
            TableError::OtherVariant(variant) => write!(formatter, "the file is a table of {variant}"),
        }
    }
}

impl std::error::Error for TableError {}
