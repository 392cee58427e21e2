//! The value of a position with best play, and the byte that stands for it.

/// Who wins with best play, and how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win {
        /// The plies until the opponent has no move, if both sides play for it.
        plies: u8,
    },
    /// The side to move loses.
    Loss {
        /// The plies until it has no move.
        plies: u8,
    },
}

/// The byte of a draw.
pub(super) const DRAW: u8 = 0;

/// The most plies that a byte can hold; two bytes above are used while a table is built.
pub(super) const MOST_PLIES: u8 = 252;

impl TableValue {
    /// The value of a byte: zero is a draw, others are one more than the plies. A win takes an odd number of plies.
    #[inline]
    #[must_use]
    pub const fn of_byte(byte: u8) -> TableValue {
        match byte {
            DRAW => TableValue::Draw,
            byte if byte % 2 == 0 => TableValue::Win { plies: byte - 1 },
            byte => TableValue::Loss { plies: byte - 1 },
        }
    }

    /// The byte of the value.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        match self {
            TableValue::Draw => DRAW,
            TableValue::Win { plies } | TableValue::Loss { plies } => plies + 1,
        }
    }

    /// The value of the position before a move that leads to a position of this value for the opponent.
    #[inline]
    #[must_use]
    pub const fn before(self) -> TableValue {
        match self {
            TableValue::Draw => TableValue::Draw,
            TableValue::Win { plies } => TableValue::Loss { plies: plies.saturating_add(1) },
            TableValue::Loss { plies } => TableValue::Win { plies: plies.saturating_add(1) },
        }
    }

    /// A number that is larger for what the side to move prefers: a quick win, a draw, a slow loss.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> i16 {
        match self {
            TableValue::Draw => 0,
            TableValue::Win { plies } => 1000 - plies as i16,
            TableValue::Loss { plies } => plies as i16 - 1000,
        }
    }
}
