//! Where generated moves go.

use super::ray::look;
use super::step::{crowned, each_direction, step_back};
use crate::board::Move;
use crate::mover::Mover;
use crate::rules::Landing;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// When two ways to capture count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The same piece takes the same pieces and ends on the same square: one move.
    Unique,
    /// The order in which pieces are taken counts as well.
    Paths,
    /// Every landing square counts as well.
    Landings,
}

/// One jump on the way of a capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump<W> {
    pub(crate) landing: W,
    pub(crate) victim: W,
}

/// A receiver of moves. Single jumps come last, after every longer capture.
pub(crate) trait Sink<R: RuleSet> {
    /// Whether it wants to know the way of a capture.
    const PATHS: bool = false;

    /// Whether it wants captures that others go before.
    fn every_rank(&self) -> bool {
        false
    }

    fn counting(&self) -> Counting;

    /// A quiet move, or a jump that ends where it lands.
    fn single(&mut self, one: Move<R::Word>);

    /// Men (or short kings) step in direction `D` onto these squares.
    #[inline(always)]
    fn steps<M: Mover, const D: u8, const KING: bool>(&mut self, targets: R::Word) {
        for to in targets.each() {
            let (from, crowned) = (step_back::<R, D>(to), crowned::<R, M>(to, KING));
            self.single(Move { from, to, captured: R::Word::EMPTY, crowned });
        }
    }

    /// Flying kings move over empty squares.
    #[inline(always)]
    fn slides(&mut self, kings: R::Word, empty: R::Word) {
        for from in kings.each() {
            for to in slide_targets::<R>(from, empty).each() {
                self.single(Move { from, to, captured: R::Word::EMPTY, crowned: to });
            }
        }
    }

    /// Men (or short kings) jump in direction `D` onto these squares and rest there.
    #[inline(always)]
    fn jumps<M: Mover, const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        for to in landings.each() {
            let captured = step_back::<R, D>(to);
            let (from, crowned) = (step_back::<R, D>(captured), crowned::<R, M>(to, KING));
            self.single(Move { from, to, captured, crowned });
        }
    }

    /// A capture that was followed one jump after the other.
    fn chain(&mut self, one: Move<R::Word>, length: u32, path: &[Jump<R::Word>]);

    /// A better capture makes everything so far illegal.
    fn forget(&mut self);
}

/// Fewer pieces than this cannot be captured in two orders that end alike.
const TWO_ORDERS: u32 = 3;

/// Whether there may be another way to capture the same pieces and end on the same square.
pub(super) fn may_repeat<R: RuleSet>(length: u32) -> bool {
    length >= TWO_ORDERS || matches!(R::RULES.landing, Landing::Anywhere)
}

/// The squares to which a flying king can move.
fn slide_targets<R: RuleSet>(king: R::Word, empty: R::Word) -> R::Word {
    let mut targets = R::Word::EMPTY;
    each_direction!(R::RULES.king_moves, {
        targets |= look::<R>(king, D, empty).free;
    });
    targets
}
