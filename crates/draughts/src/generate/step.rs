//! One step of every piece in a set, and the loop over directions that the compiler unrolls.

use crate::direction::{Direction, Directions};
use crate::mover::Mover;
use crate::ruleset::RuleSet;
use crate::word::Word;
use game::Side;

/// The squares one step in direction `D` of these; beyond the edge there may be bits that are no squares.
#[inline(always)]
pub(crate) fn step<R: RuleSet, const D: u8>(set: R::Word) -> R::Word {
    let inside = const { R::RULES.layout.may_step(Direction::of_index(D)) };
    let inside = if inside == u128::MAX { set } else { set & R::Word::of_bits(inside) };
    inside.shifted(const { R::RULES.layout.shift(Direction::of_index(D)) })
}

/// The squares one step against direction `D` of these.
#[inline(always)]
pub(crate) fn step_back<R: RuleSet, const D: u8>(set: R::Word) -> R::Word {
    let inside = const { R::RULES.layout.may_step(Direction::of_index(D).opposite()) };
    let inside = if inside == u128::MAX { set } else { set & R::Word::of_bits(inside) };
    inside.shifted(const { R::RULES.layout.shift(Direction::of_index(D).opposite()) })
}

/// A set of directions as the mover means it.
pub(crate) const fn seen_by<M: Mover>(directions: Directions) -> Directions {
    match M::SIDE {
        Side::First => directions,
        Side::Second => directions.turned(),
    }
}

/// All squares of play.
#[inline(always)]
pub(crate) fn all_squares<R: RuleSet>() -> R::Word {
    R::Word::of_bits(const { R::RULES.layout.all_bits() })
}

/// The row on which the mover's men become kings.
#[inline(always)]
pub(crate) fn last_row<R: RuleSet, M: Mover>() -> R::Word {
    R::Word::of_bits(const { R::RULES.layout.row_bits(R::RULES.layout.last_row(M::SIDE)) })
}

/// Repeats a block for each direction of a constant set, with the direction as constant `D`.
macro_rules! each_direction {
    (only $index:literal of $set:expr, $body:block) => {
        if const { $set.contains($crate::direction::Direction::of_index($index)) } {
            const D: u8 = $index;
            $body
        }
    };
    ($set:expr, $body:block) => {
        each_direction!(only 0 of $set, $body);
        each_direction!(only 1 of $set, $body);
        each_direction!(only 2 of $set, $body);
        each_direction!(only 3 of $set, $body);
        each_direction!(only 4 of $set, $body);
        each_direction!(only 5 of $set, $body);
        each_direction!(only 6 of $set, $body);
        each_direction!(only 7 of $set, $body);
    };
}
pub(crate) use each_direction;
