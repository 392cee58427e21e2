//! One step of every piece in a set, and the loop over directions that the compiler unrolls.

use crate::board::Pieces;
use crate::direction::{Direction, Directions};
use crate::layout::Layout;
use crate::mover::Mover;
use crate::ruleset::RuleSet;
use crate::word::Word;
use game::Side;

/// The squares one step in direction `D` of these; beyond the edge there may be bits that are no squares.
#[inline(always)]
pub(crate) fn step<R: RuleSet, const D: u8>(set: R::Word) -> R::Word {
    const { Stride::of(R::RULES.layout, Direction::of_index(D)) }.apply(set)
}

/// The squares one step against direction `D` of these.
#[inline(always)]
pub(crate) fn step_back<R: RuleSet, const D: u8>(set: R::Word) -> R::Word {
    const { Stride::of(R::RULES.layout, Direction::of_index(D).opposite()) }.apply(set)
}

/// One step in a direction, as bits.
#[derive(Clone, Copy)]
struct Stride {
    /// The squares that do not leave the board by it.
    may_step: u128,
    shift: i8,
}

impl Stride {
    const fn of(layout: Layout, direction: Direction) -> Stride {
        Stride { may_step: layout.may_step(direction), shift: layout.shift(direction) }
    }

    #[inline(always)]
    fn apply<W: Word>(self, set: W) -> W {
        let inside = if self.may_step == u128::MAX { set } else { set & W::of_bits(self.may_step) };
        inside.shifted(self.shift)
    }
}

/// The free squares that these reach in direction `D` until something is in the way.
#[inline(always)]
pub(crate) fn flood<R: RuleSet, const D: u8>(from: R::Word, free: R::Word) -> R::Word {
    spread(from, free, step::<R, D>)
}

/// The free squares that these reach against direction `D` until something is in the way.
#[inline(always)]
pub(crate) fn flood_back<R: RuleSet, const D: u8>(from: R::Word, free: R::Word) -> R::Word {
    spread(from, free, step_back::<R, D>)
}

#[inline(always)]
fn spread<W: Word>(from: W, free: W, step: impl Fn(W) -> W) -> W {
    let mut front = step(from) & free;
    let mut reached = front;
    while front.any() {
        front = step(front) & free;
        reached |= front;
    }
    reached
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

/// The squares of play on which no piece stands.
#[inline(always)]
pub(crate) fn empty_squares<R: RuleSet>(pieces: Pieces<R::Word>) -> R::Word {
    all_squares::<R>() & !(pieces.own | pieces.enemy)
}

/// The square on which a move of the mover ends, if the piece is a king there.
#[inline(always)]
pub(crate) fn crowned<R: RuleSet, M: Mover>(to: R::Word, is_king: bool) -> R::Word {
    if is_king { to } else { to & last_row::<R, M>() }
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
