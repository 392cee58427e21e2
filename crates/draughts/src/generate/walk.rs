//! A sink that shows moves to a visitor.

use super::sink::{Counting, Jump, Sink, may_repeat, slide_targets};
use super::step::{last_row, step_back};
use crate::board::Move;
use crate::mover::Mover;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Shows each move to a visitor, who may use the list of chains above what is on it.
pub(crate) struct Walk<'a, R: RuleSet, F> {
    visit: F,
    counting: Counting,
    chains: &'a mut Vec<Move<R::Word>>,
    base: usize,
    may_repeat: bool,
}

impl<'a, R: RuleSet, F: FnMut(Move<R::Word>, &mut Vec<Move<R::Word>>)> Walk<'a, R, F> {
    #[inline(always)]
    pub(crate) fn new(chains: &'a mut Vec<Move<R::Word>>, counting: Counting, visit: F) -> Self {
        let base = chains.len();
        Walk { visit, counting, chains, base, may_repeat: false }
    }

    /// Shows the chains; they had to wait for a better one.
    #[inline(always)]
    pub(crate) fn finish(mut self) {
        if self.chains.len() > self.base {
            self.show_chains();
        }
    }

    fn show_chains(&mut self) {
        if self.counting == Counting::Unique && self.may_repeat {
            self.chains[self.base..].sort_unstable();
        }
        let end = self.chains.len();
        let mut last = None;
        for index in self.base..end {
            let one = self.chains[index];
            if self.counting != Counting::Unique || last != Some(one) {
                (self.visit)(one, self.chains);
            }
            last = Some(one);
        }
        self.chains.truncate(self.base);
    }
}

impl<R: RuleSet, F: FnMut(Move<R::Word>, &mut Vec<Move<R::Word>>)> Sink<R> for Walk<'_, R, F> {
    #[inline(always)]
    fn counting(&self) -> Counting {
        self.counting
    }

    #[inline(always)]
    fn steps<M: Mover, const D: u8, const KING: bool>(&mut self, targets: R::Word) {
        for to in targets.each() {
            let crowned = if KING { to } else { to & last_row::<R, M>() };
            let one = Move { from: step_back::<R, D>(to), to, captured: R::Word::EMPTY, crowned };
            (self.visit)(one, self.chains);
        }
    }

    #[inline(always)]
    fn slides(&mut self, kings: R::Word, empty: R::Word) {
        for from in kings.each() {
            for to in slide_targets::<R>(from, empty).each() {
                (self.visit)(Move { from, to, captured: R::Word::EMPTY, crowned: to }, self.chains);
            }
        }
    }

    #[inline(always)]
    fn jumps<M: Mover, const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        for to in landings.each() {
            let captured = step_back::<R, D>(to);
            let crowned = if KING { to } else { to & last_row::<R, M>() };
            (self.visit)(Move { from: step_back::<R, D>(captured), to, captured, crowned }, self.chains);
        }
    }

    #[inline(always)]
    fn chain(&mut self, one: Move<R::Word>, length: u32, _path: &[Jump<R::Word>]) {
        self.may_repeat |= may_repeat::<R>(length);
        self.chains.push(one);
    }

    #[inline(always)]
    fn forget(&mut self) {
        self.chains.truncate(self.base);
    }
}
