//! The rules by which a game is drawn, as rows of data.

/// A rule that ends the game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The rule on the wire, in snake case.
    pub name: &'static str,
    /// The positions that it is about.
    pub material: Material,
    /// What is counted while such positions last, and how far.
    pub limit: Limit,
}

/// A condition on the pieces of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Any position.
    Any,
    /// One side has a lone king, the other this many pieces.
    LoneKing {
        /// The fewest pieces of the stronger side.
        at_least: u8,
        /// The most pieces of the stronger side.
        at_most: u8,
        /// How many of them are kings, at least.
        kings: u8,
        /// Who holds the longest diagonal, where that matters.
        main_road: MainRoad,
    },
    /// Both sides have a king, and this many pieces stand on the board altogether.
    KingsOnBothSides {
        /// The fewest pieces.
        at_least: u8,
        /// The most pieces.
        at_most: u8,
    },
    /// One piece each, both men or both kings.
    OneAlikeEach,
}

/// Who has to stand on the longest diagonal for a rule to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainRoad {
    /// It does not matter.
    Either,
    /// The lone king.
    LoneKing,
    /// The stronger side, and not the lone king.
    StrongerSide,
}

/// What is counted, and the number at which the game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Positions that are the same, with the same side to move.
    Repetitions(u8),
    /// Moves of each side without a capture and without a man moving.
    KingMoves(u16),
    /// Moves of each side without a capture and without a promotion.
    MovesWithSameMaterial(u16),
    /// Moves of each side without a capture.
    MovesWithoutCapture(u16),
    /// Moves of each side since the material arose.
    Moves(u16),
    /// Moves of the lone king since the material arose.
    MovesOfLoneKing(u16),
    /// Nothing: the game is drawn at once, unless a capture is possible.
    AtOnce,
}

/// The third occurrence of a position.
pub const REPETITION: DrawRule =
    DrawRule { name: "repetition", material: Material::Any, limit: Limit::Repetitions(3) };

/// Nothing but king moves for this many moves of each side.
#[must_use]
pub const fn no_progress(moves: u16) -> DrawRule {
    DrawRule { name: "no_progress", material: Material::Any, limit: Limit::KingMoves(moves) }
}
