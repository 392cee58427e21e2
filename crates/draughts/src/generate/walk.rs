//! A sink that calls a function with each move.

use super::sink::{Counting, Jump, Sink, may_repeat};
use crate::board::Move;
use crate::ruleset::RuleSet;

/// Calls `visit` with each move; `visit` may push onto the list of chains.
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

    /// Calls `visit` with the chains, which are only known to be legal when no better one was found.
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
    fn single(&mut self, one: Move<R::Word>) {
        (self.visit)(one, self.chains);
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
