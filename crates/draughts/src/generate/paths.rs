//! A sink that lists moves with their ways.

use super::sink::{Counting, Jump, Sink, slide_targets};
use super::step::{last_row, step_back};
use crate::board::Move;
use crate::mover::Mover;
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

    fn add(&mut self, one: Move<R::Word>, path: Vec<Jump<R::Word>>) {
        self.moves.push(Traced { one, path });
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

    fn steps<M: Mover, const D: u8, const KING: bool>(&mut self, targets: R::Word) {
        for to in targets.each() {
            let crowned = if KING { to } else { to & last_row::<R, M>() };
            let one = Move { from: step_back::<R, D>(to), to, captured: R::Word::EMPTY, crowned };
            self.add(one, Vec::new());
        }
    }

    fn slides(&mut self, kings: R::Word, empty: R::Word) {
        for from in kings.each() {
            for to in slide_targets::<R>(from, empty).each() {
                self.add(Move { from, to, captured: R::Word::EMPTY, crowned: to }, Vec::new());
            }
        }
    }

    fn jumps<M: Mover, const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        for to in landings.each() {
            let victim = step_back::<R, D>(to);
            let crowned = if KING { to } else { to & last_row::<R, M>() };
            let one = Move { from: step_back::<R, D>(victim), to, captured: victim, crowned };
            self.add(one, vec![Jump { landing: to, victim }]);
        }
    }

    fn chain(&mut self, one: Move<R::Word>, _length: u32, path: &[Jump<R::Word>]) {
        self.add(one, path.to_vec());
    }

    fn forget(&mut self) {
        self.moves.clear();
    }
}
