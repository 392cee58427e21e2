//! The rules by which a game is drawn, as rows of data, and what the words in them mean.

use crate::board::Pieces;
use crate::word::Word;

/// A rule that ends the game in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The rule on the wire, in snake case.
    pub name: &'static str,
    /// The positions that it is about.
    pub material: Material,
    /// What is counted while such positions last, and up to which number.
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
        /// The fewest kings among them.
        kings: u8,
        /// The side that has to stand on the longest diagonal, if it matters.
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
    /// No count: the game is drawn at once, unless a capture is possible.
    AtOnce,
}

impl Material {
    /// Whether the pieces meet the condition, where `main_road` has the bits of the longest diagonal.
    #[inline(always)]
    #[must_use]
    pub fn holds<W: Word>(&self, pieces: &Pieces<W>, main_road: W) -> bool {
        let Pieces { own, enemy, kings: all_kings } = *pieces;
        match *self {
            Material::Any => true,
            Material::LoneKing { at_least, at_most, kings, main_road: holder } => {
                pieces.lone_king().is_some_and(|[lone, stronger]| {
                    is_within(stronger.count(), at_least, at_most)
                        && (stronger & all_kings).count() >= u32::from(kings)
                        && holder.holds(lone & main_road, stronger & main_road)
                })
            }
            Material::KingsOnBothSides { at_least, at_most } => {
                (own & all_kings).any()
                    && (enemy & all_kings).any()
                    && is_within((own | enemy).count(), at_least, at_most)
            }
            Material::OneAlikeEach => {
                own.is_single() && enemy.is_single() && (own & all_kings).any() == (enemy & all_kings).any()
            }
        }
    }
}

impl MainRoad {
    /// Whether the right side stands on the longest diagonal, where these are the pieces on it.
    #[inline(always)]
    fn holds<W: Word>(self, lone: W, stronger: W) -> bool {
        match self {
            MainRoad::Either => true,
            MainRoad::LoneKing => lone.any(),
            MainRoad::StrongerSide => stronger.any() && !lone.any(),
        }
    }
}

impl Limit {
    /// The count at which the game is drawn; `None` if moves are not counted.
    #[inline(always)]
    pub(crate) const fn plies(self) -> Option<u16> {
        match self {
            Limit::KingMoves(moves)
            | Limit::MovesWithSameMaterial(moves)
            | Limit::MovesWithoutCapture(moves)
            | Limit::Moves(moves) => Some(moves * 2),
            Limit::MovesOfLoneKing(moves) => Some(moves),
            Limit::Repetitions(_) | Limit::AtOnce => None,
        }
    }
}

/// The third occurrence of a position.
pub const REPETITION: DrawRule =
    DrawRule { name: "repetition", material: Material::Any, limit: Limit::Repetitions(3) };

/// This many moves of each side without a capture and without a man moving.
#[must_use]
pub const fn no_progress(moves: u16) -> DrawRule {
    DrawRule { name: "no_progress", material: Material::Any, limit: Limit::KingMoves(moves) }
}

#[inline(always)]
fn is_within(count: u32, at_least: u8, at_most: u8) -> bool {
    (u32::from(at_least)..=u32::from(at_most)).contains(&count)
}
