//! What a search keeps from move to move.

use std::marker::PhantomData;
use std::sync::Arc;

use super::endgame::EndgameProbe;
use super::order::{Candidate, DEEPEST, Order};
use super::squares::Squares;
use super::table::Table;
use crate::RuleSet;
use crate::board::Move;

/// The memory of a search of one rule set.
pub(crate) struct Memory<R: RuleSet> {
    pub(super) table: Arc<Table>,
    pub(super) endgames: Option<Arc<dyn EndgameProbe>>,
    pub(super) squares: Squares,
    pub(super) order: Order,
    /// The best line found from each ply on.
    pub(super) lines: Vec<Vec<Move<R::Word>>>,
    /// The moves of every position on the path, one list after the other.
    pub(super) moves: Vec<Candidate<R::Word>>,
    rules: PhantomData<R>,
}

impl<R: RuleSet> Memory<R> {
    /// An empty memory with a table of at most this many bytes.
    pub(crate) fn new(table_bytes: usize) -> Memory<R> {
        Memory::sharing(Arc::new(Table::of_bytes(table_bytes)), None)
    }

    /// A memory with the table of another.
    pub(super) fn sharing(table: Arc<Table>, endgames: Option<Arc<dyn EndgameProbe>>) -> Memory<R> {
        Memory {
            table,
            endgames,
            squares: Squares::of::<R>(const { R::RULES.weights }),
            order: Order::new(),
            lines: vec![Vec::new(); DEEPEST + 1],
            moves: Vec::new(),
            rules: PhantomData,
        }
    }

    /// Forgets all positions and moves.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.order.clear();
    }
}
