//! A sink that counts moves.

use super::sink::{Counting, Jump, Sink, may_repeat};
use super::step::{each_direction, flood};
use crate::board::Move;
use crate::mover::Mover;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Counts moves.
pub(crate) struct Tally<'a, R: RuleSet> {
    total: u64,
    counting: Counting,
    chains: &'a mut Vec<Move<R::Word>>,
    base: usize,
}

impl<'a, R: RuleSet> Tally<'a, R> {
    #[inline(always)]
    pub(crate) fn new(chains: &'a mut Vec<Move<R::Word>>, counting: Counting) -> Self {
        let base = chains.len();
        Tally { total: 0, counting, chains, base }
    }

    #[inline(always)]
    pub(crate) fn finish(self) -> u64 {
        if self.chains.len() > self.base { self.total + self.distinct_chains() } else { self.total }
    }

    #[cold]
    fn distinct_chains(self) -> u64 {
        let chains = &mut self.chains[self.base..];
        chains.sort_unstable();
        let repeated = chains.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let distinct = chains.len() - repeated;
        self.chains.truncate(self.base);
        distinct as u64
    }
}

impl<R: RuleSet> Sink<R> for Tally<'_, R> {
    #[inline(always)]
    fn counting(&self) -> Counting {
        self.counting
    }

    #[inline(always)]
    fn single(&mut self, _: Move<R::Word>) {
        self.total += 1;
    }

    #[inline(always)]
    fn steps<M: Mover, const D: u8, const KING: bool>(&mut self, targets: R::Word) {
        self.total += u64::from(targets.count());
    }

    #[inline(always)]
    fn slides(&mut self, kings: R::Word, empty: R::Word) {
        // No two kings reach a square from the same direction: one would stand in the way of the other.
        each_direction!(R::RULES.king_moves, {
            self.total += u64::from(flood::<R, D>(kings, empty).count());
        });
    }

    #[inline(always)]
    fn jumps<M: Mover, const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        self.total += u64::from(landings.count());
    }

    #[inline(always)]
    fn chain(&mut self, one: Move<R::Word>, length: u32, _path: &[Jump<R::Word>]) {
        if self.counting == Counting::Unique && may_repeat::<R>(length) {
            self.chains.push(one);
        } else {
            self.total += 1;
        }
    }

    #[inline(always)]
    fn forget(&mut self) {
        self.total = 0;
        self.chains.truncate(self.base);
    }
}
