//! Squares, pieces, and moves as players ask for them and as the rules make them.

use crate::Side;

/// A square by its index on the board: row by row from the top left, the first side at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Square(pub u8);

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub side: Side,
    /// What it may do.
    pub rank: Rank,
}

/// The rank of a piece; games without promotion have men only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// A piece as it stands at the start, or a mark.
    Man,
    /// A promoted piece.
    King,
}

/// A move as a player asks for it, complete or not, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Where the piece comes from; `None` in games that only place.
    pub from: Option<Square>,
    /// Where it comes to rest.
    pub to: Square,
    /// The pieces to capture, in order; `None` accepts any.
    pub captures: Option<Vec<Square>>,
    /// The squares it touches on the way, in order; `None` accepts any.
    pub path: Option<Vec<Square>>,
}

impl Wish {
    /// The wish to place a mark.
    #[must_use]
    pub fn place(at: Square) -> Wish {
        Wish { from: None, to: at, captures: None, path: None }
    }

    /// The wish to move a piece; any captures on the way are accepted.
    #[must_use]
    pub fn go(from: Square, to: Square) -> Wish {
        Wish { from: Some(from), to, captures: None, path: None }
    }
}

/// A legal move, complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Play {
    /// Where the piece comes from; `None` in games that only place.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub from: Option<Square>,
    /// Where it comes to rest.
    pub to: Square,
    /// The captured pieces in the order they were jumped.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub captures: Vec<Square>,
    /// Every square it touches after `from`, the last being `to`.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub path: Vec<Square>,
    /// Whether a man became a king by this move.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub promotes: bool,
}

impl Play {
    /// The move that places a mark or a disc.
    #[must_use]
    pub fn place(at: Square) -> Play {
        Play { from: None, to: at, captures: Vec::new(), path: Vec::new(), promotes: false }
    }
}

impl From<&Play> for Wish {
    fn from(play: &Play) -> Wish {
        Wish {
            from: play.from,
            to: play.to,
            captures: Some(play.captures.clone()),
            path: Some(play.path.clone()),
        }
    }
}
