//! The value of a position with best play, and the byte that stands for it.

/// Who wins with best play, and how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
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

impl Value {
    /// The value of a byte: zero is a draw, others are one more than the plies. A win takes an odd number of plies.
    #[inline]
    #[must_use]
    pub(super) const fn of_byte(byte: u8) -> Value {
        match byte {
            DRAW => Value::Draw,
            byte if byte % 2 == 0 => Value::Win { plies: byte - 1 },
            byte => Value::Loss { plies: byte - 1 },
        }
    }

    /// The byte of the value.
    #[inline]
    #[must_use]
    pub(super) const fn byte(self) -> u8 {
        match self {
            Value::Draw => DRAW,
            Value::Win { plies } | Value::Loss { plies } => plies + 1,
        }
    }

    /// The value of the position before a move that leads to a position of this value for the opponent.
    #[inline]
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win { plies } => Value::Loss { plies: plies.saturating_add(1) },
            Value::Loss { plies } => Value::Win { plies: plies.saturating_add(1) },
        }
    }

    /// A number that is larger for what the side to move prefers: a quick win, a draw, a slow loss.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> i16 {
        match self {
            Value::Draw => 0,
            Value::Win { plies } => 1000 - plies as i16,
            Value::Loss { plies } => plies as i16 - 1000,
        }
    }
}
