//! A sink that lists moves with their ways.

use super::sink::{Counting, Jump, Sink};
use crate::board::Move;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// A move and the jumps it is made of.
pub(crate) struct Traced<W> {
    pub(crate) one: Move<W>,
    pub(crate) path: Vec<Jump<W>>,
}

/// Lists moves and the way of each.
pub(crate) struct Paths<R: RuleSet> {
    moves: Vec<Traced<R::Word>>,
    counting: Counting,
    every_rank: bool,
}

impl<R: RuleSet> Paths<R> {
    pub(crate) fn new(counting: Counting) -> Self {
        Paths { moves: Vec::new(), counting, every_rank: false }
    }

    /// Lists captures whether or not others go before them.
    pub(crate) fn of_every_rank(counting: Counting) -> Self {
        Paths { every_rank: true, ..Paths::new(counting) }
    }

    /// The moves in the order of the squares, each as often as it counts.
    pub(crate) fn moves(mut self) -> Vec<Traced<R::Word>> {
        self.moves.sort_by_key(|traced| traced.one);
        if self.counting == Counting::Unique {
            self.moves.dedup_by_key(|traced| traced.one);
        }
        self.moves
    }
}

impl<R: RuleSet> Sink<R> for Paths<R> {
    const PATHS: bool = true;

    fn every_rank(&self) -> bool {
        self.every_rank
    }

    fn counting(&self) -> Counting {
        self.counting
    }

    fn single(&mut self, one: Move<R::Word>) {
        let jump = one.captured.any().then_some(Jump { landing: one.to, victim: one.captured });
        self.moves.push(Traced { one, path: jump.into_iter().collect() });
    }

    fn chain(&mut self, one: Move<R::Word>, _length: u32, path: &[Jump<R::Word>]) {
        self.moves.push(Traced { one, path: path.to_vec() });
    }

    fn forget(&mut self) {
        self.moves.clear();
    }
}
