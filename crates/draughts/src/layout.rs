//! Where the squares of a board lie, on the wire and in the bits of a word.
//!
//! Boards that use every second square keep an empty column between their rows, so that each of the
//! eight directions is one shift and nothing wraps around an edge:
//!
//! ```text
//!   .  0  .  1  .  2  .  3      gap 4
//!   5  .  6  .  7  .  8  .      gap 9, 10
//!   . 11  . 12  . 13  . 14      gap 15
//! ```
//!
//! Boards that play on the other colour are the same picture in a mirror. Boards that use every
//! square have no room for gaps; [`Layout::may_step`] names the squares that do not leave the board.

use game::{Side, Square};

use crate::direction::Direction;

/// The squares of a board that are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playable {
    /// Every second square, the one at each player's lower left among them.
    LowerLeft,
    /// Every second square, the one at each player's lower right among them.
    LowerRight,
    /// Every square.
    All,
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Squares from top to bottom; even.
    pub rows: u8,
    /// Squares from left to right; even.
    pub columns: u8,
    /// Which of them are played on.
    pub playable: Playable,
}

impl Layout {
    /// A board that is played on every second square, lower left corner included.
    #[must_use]
    pub const fn draughtboard(size: u8) -> Layout {
        Layout { rows: size, columns: size, playable: Playable::LowerLeft }
    }

    /// How many squares are played on.
    #[must_use]
    pub const fn square_count(&self) -> u8 {
        match self.playable {
            Playable::All => self.rows * self.columns,
            _ => self.rows * self.columns / 2,
        }
    }

    /// The squares that are played on, row by row from the top left.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        let layout = *self;
        (0..self.rows * self.columns).map(Square).filter(move |square| layout.is_playable(*square))
    }

    /// The squares that are played on in the order of their bits: row by row from the top left, or from the top
    /// right on a board that is played on in a mirror. So a square has the same place in it on both.
    #[must_use]
    pub fn squares_by_bit(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.squares().collect();
        squares.sort_by_key(|square| self.bit(*square));
        squares
    }

    /// Whether pieces can stand on the square.
    #[must_use]
    pub const fn is_playable(&self, square: Square) -> bool {
        let (row, column) = (self.row(square), self.column(square));
        row < self.rows
            && match self.playable {
                Playable::LowerLeft => (row + column) % 2 == 1,
                Playable::LowerRight => (row + column).is_multiple_of(2),
                Playable::All => true,
            }
    }

    /// The row of a square, counted from the top.
    #[must_use]
    pub const fn row(&self, square: Square) -> u8 {
        square.0 / self.columns
    }

    /// The column of a square, counted from the left.
    #[must_use]
    pub const fn column(&self, square: Square) -> u8 {
        square.0 % self.columns
    }

    /// The square in this row and column, if pieces can stand there.
    #[must_use]
    pub const fn at(&self, row: u8, column: u8) -> Option<Square> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let square = Square(row * self.columns + column);
        if self.is_playable(square) { Some(square) } else { None }
    }

    /// The next square of play in a direction.
    #[must_use]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        let (down, right) = direction.row_and_column();
        let stride = if self.playable == Playable::All || direction.is_diagonal() { 1 } else { 2 };
        let row = self.row(square).checked_add_signed(down * stride)?;
        let column = self.column(square).checked_add_signed(right * stride)?;
        self.at(row, column)
    }

    /// The row on which the men of a side become kings.
    #[must_use]
    pub const fn last_row(&self, side: Side) -> u8 {
        match side {
            Side::First => 0,
            Side::Second => self.rows - 1,
        }
    }

    /// The bit of a square of play.
    #[must_use]
    pub const fn bit(&self, square: Square) -> u8 {
        let (row, column) = (self.row(square), self.column(square));
        match self.playable {
            Playable::All => square.0,
            Playable::LowerLeft => self.row_bit(row) + column / 2,
            Playable::LowerRight => self.row_bit(row) + (self.columns - 1 - column) / 2,
        }
    }

    /// The square whose bit this is.
    #[must_use]
    pub const fn square(&self, bit: u8) -> Square {
        if matches!(self.playable, Playable::All) {
            return Square(bit);
        }
        let pair = self.columns + 3;
        let (upper, rest) = (bit / pair * 2, bit % pair);
        let lower = rest > self.columns / 2;
        let (row, place) = if lower { (upper + 1, rest - self.columns / 2 - 1) } else { (upper, rest) };
        let column = place * 2 + if lower { 0 } else { 1 };
        match self.playable {
            Playable::LowerRight => Square(row * self.columns + self.columns - 1 - column),
            _ => Square(row * self.columns + column),
        }
    }

    /// How many bits one step moves a piece; negative is towards the top.
    #[must_use]
    pub const fn shift(&self, direction: Direction) -> i8 {
        let (straight, slanted) = match self.playable {
            Playable::All => (self.columns as i8, self.columns as i8 + 1),
            _ => (self.columns as i8 + 3, self.columns as i8 / 2 + 2),
        };
        let steep = match self.playable {
            Playable::All => self.columns as i8 - 1,
            _ => self.columns as i8 / 2 + 1,
        };
        match direction {
            Direction::N => -straight,
            Direction::NE => -steep,
            Direction::E => 1,
            Direction::SE => slanted,
            Direction::S => straight,
            Direction::SW => steep,
            Direction::W => -1,
            _ => -slanted,
        }
    }

    /// The bits from which a step in this direction cannot wrap around an edge.
    #[must_use]
    pub const fn may_step(&self, direction: Direction) -> u128 {
        if !matches!(self.playable, Playable::All) {
            return u128::MAX;
        }
        match direction.row_and_column().1 {
            0 => u128::MAX,
            1 => !self.column_bits(self.columns - 1),
            _ => !self.column_bits(0),
        }
    }

    /// The bits of all squares of play.
    #[must_use]
    pub const fn all_bits(&self) -> u128 {
        let mut bits = 0;
        let mut row = 0;
        while row < self.rows {
            bits |= self.row_bits(row);
            row += 1;
        }
        bits
    }

    /// The bits of one row.
    #[must_use]
    pub const fn row_bits(&self, row: u8) -> u128 {
        let mut bits = 0;
        let mut column = 0;
        while column < self.columns {
            if let Some(square) = self.at(row, column) {
                bits |= 1 << self.bit(square);
            }
            column += 1;
        }
        bits
    }

    /// The bits of the longest diagonal, from one corner of play to the other.
    #[must_use]
    pub const fn main_road_bits(&self) -> u128 {
        let mut bits = 0;
        let mut row = 0;
        while row < self.rows && row < self.columns {
            let column = match self.playable {
                Playable::LowerLeft => self.columns - 1 - row,
                _ => row,
            };
            if let Some(square) = self.at(row, column) {
                bits |= 1 << self.bit(square);
            }
            row += 1;
        }
        bits
    }

    const fn column_bits(&self, column: u8) -> u128 {
        let mut bits = 0;
        let mut row = 0;
        while row < self.rows {
            if let Some(square) = self.at(row, column) {
                bits |= 1 << self.bit(square);
            }
            row += 1;
        }
        bits
    }

    const fn row_bit(&self, row: u8) -> u8 {
        row / 2 * (self.columns + 3) + row % 2 * (self.columns / 2 + 1)
    }
}
