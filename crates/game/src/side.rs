//! The two sides of a game, named by who moves first.

/// One of the two players, by turn order; colours and marks belong to notation and wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Side {
    /// The side that makes the first move of the game.
    First,
    /// The side that answers.
    Second,
}

impl Side {
    /// Both sides, in turn order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the side that moves first, 1 for the other.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
