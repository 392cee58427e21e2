//! How a variant writes its squares, colours and results: the PDN `GameType` as data.

use game::{Side, Square};

use crate::layout::{Layout, Playable};

/// The notation of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The number of the game in PDN, where it has one.
    pub game_type: Option<u8>,
    /// The colour of the side that moves first.
    pub first: Colour,
    /// How squares are named.
    pub squares: SquareNames,
    /// Where the first square (1 or a1) lies, seen by the player who starts.
    pub corner: Corner,
    /// The sign between the squares of a capture.
    pub capture_sign: char,
    /// How results are written.
    pub results: ResultStyle,
}

/// The colours of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
}

impl Colour {
    /// The colour of the opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// The letter in FEN and in the `GameType`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }
}

/// The two ways to name squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareNames {
    /// A number, along the rows.
    Numbers,
    /// A letter for the column and a number for the row, as in chess.
    Letters,
}

/// A corner of the board, seen by the player who starts; the discriminant is PDN's digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Nearest to the player's left hand.
    BottomLeft = 0,
    /// Nearest to the player's right hand.
    BottomRight = 1,
    /// Across the board on the left.
    TopLeft = 2,
    /// Across the board on the right.
    TopRight = 3,
}

/// The two ways to write results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultStyle {
    /// 1-0, 1/2-1/2, 0-1.
    OnePoint,
    /// 2-0, 1-1, 0-2.
    TwoPoints,
}

impl Notation {
    /// The colour of a side.
    #[must_use]
    pub const fn colour(&self, side: Side) -> Colour {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }

    /// The side of a colour.
    #[must_use]
    pub fn side(&self, colour: Colour) -> Side {
        if colour == self.first { Side::First } else { Side::Second }
    }

    /// The full PDN `GameType`, such as `20,W,10,10,N2,0`, where the game has one.
    #[must_use]
    pub fn game_type_text(&self, layout: &Layout) -> Option<String> {
        let letter = match self.squares {
            SquareNames::Numbers => 'N',
            SquareNames::Letters => 'A',
        };
        let invert = u8::from(layout.playable == Playable::LowerRight);
        self.game_type.map(|number| {
            let (colour, corner) = (self.first.letter(), self.corner as u8);
            format!("{number},{colour},{},{},{letter}{corner},{invert}", layout.columns, layout.rows)
        })
    }

    /// The name of a square of play, such as `32` or `c3`.
    #[must_use]
    pub fn square_text(&self, layout: &Layout, square: Square) -> String {
        match self.squares {
            SquareNames::Numbers => self.number(layout, square).to_string(),
            SquareNames::Letters => {
                let (rank, file) = self.rank_and_file(layout, square);
                format!("{}{}", char::from(b'a' + file), rank + 1)
            }
        }
    }

    /// The square of play with that name; `None` when the board has no such square.
    #[must_use]
    pub fn square(&self, layout: &Layout, text: &str) -> Option<Square> {
        match self.squares {
            SquareNames::Numbers => self.square_of_number(layout, digits(text)?),
            SquareNames::Letters => {
                let mut letters = text.chars();
                let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
                let rank = digits(letters.as_str())?.checked_sub(1)?;
                layout.squares().find(|square| self.rank_and_file(layout, *square) == (rank, file))
            }
        }
    }

    /// The number of a square of play, counted along the rows from the corner of this notation.
    #[must_use]
    pub fn number(&self, layout: &Layout, square: Square) -> u8 {
        let (rank, file) = self.rank_and_file(layout, square);
        match layout.playable {
            Playable::All => rank * layout.columns + file + 1,
            _ => rank * (layout.columns / 2) + file / 2 + 1,
        }
    }

    /// The square of play with that number.
    #[must_use]
    pub fn square_of_number(&self, layout: &Layout, number: u8) -> Option<Square> {
        layout.squares().find(|square| self.number(layout, *square) == number)
    }

    fn rank_and_file(&self, layout: &Layout, square: Square) -> (u8, u8) {
        let (row, column) = (layout.row(square), layout.column(square));
        let (rank, file) = (layout.rows - 1 - row, layout.columns - 1 - column);
        match self.corner {
            Corner::BottomLeft => (rank, column),
            Corner::BottomRight => (rank, file),
            Corner::TopLeft => (row, column),
            Corner::TopRight => (row, file),
        }
    }
}

fn digits(text: &str) -> Option<u8> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}
