//! What a search keeps from move to move.

use std::marker::PhantomData;
use std::sync::Arc;

use super::endgame::EndgameProbe;
use super::evaluator::Evaluator;
use super::network::Sums;
use super::order::{Candidate, DEEPEST, Order};
use super::selectivity::Selectivity;
use super::table::Table;
use crate::RuleSet;
use crate::board::Move;

/// The memory of a search of one rule set.
pub(crate) struct Memory<R: RuleSet> {
    pub(super) table: Arc<Table>,
    pub(super) endgames: Option<Arc<dyn EndgameProbe>>,
    pub(super) evaluator: Arc<Evaluator>,
    pub(super) order: Order,
    /// The best line found from each ply on.
    pub(super) lines: Vec<Vec<Move<R::Word>>>,
    /// The moves of every position on the path, one list after the other.
    pub(super) moves: Vec<Candidate<R::Word>>,
    /// The sums of the network for the position last evaluated at each ply; none without a network.
    pub(super) sums: Vec<Sums<R::Word>>,
    pub(super) selectivity: Selectivity,
    rules: PhantomData<R>,
}

impl<R: RuleSet> Memory<R> {
    /// An empty memory with a table of at most this many bytes.
    pub(crate) fn new(evaluator: Arc<Evaluator>, table_bytes: usize) -> Memory<R> {
        Memory::sharing(evaluator, Arc::new(Table::of_bytes(table_bytes)), None)
    }

    /// A memory with the table of another.
    pub(super) fn sharing(
        evaluator: Arc<Evaluator>,
        table: Arc<Table>,
        endgames: Option<Arc<dyn EndgameProbe>>,
    ) -> Memory<R> {
        let sums = evaluator.sums(DEEPEST + 1);
        let has_network = evaluator.network.is_some();
        Memory {
            table,
            endgames,
            evaluator,
            order: Order::new(),
            lines: vec![Vec::new(); DEEPEST + 1],
            moves: Vec::new(),
            sums,
            selectivity: if has_network { Selectivity::DEFAULT } else { Selectivity::WITHOUT_NETWORK },
            rules: PhantomData,
        }
    }

    /// Forgets all positions and moves.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.order.clear();
    }
}
