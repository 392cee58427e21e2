//! The walk through the tree.

use super::table::Table;
use crate::board::{Board, Move, Pieces};
use crate::generate::{self, Counting};
use crate::mover::{Mover, with_mover};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Counts the leaves at exactly this depth on one thread, without a table of positions.
#[must_use]
pub fn leaves<R: RuleSet>(board: &Board<R>, depth: u32, counting: Counting) -> u64 {
    Search { counting, table: None }.leaves(board, depth)
}

/// Nearer to the leaves, counting is faster than a table.
const TABLE_DEPTH: u32 = 3;

/// A way to count.
pub(super) struct Search<'a, W> {
    pub(super) counting: Counting,
    pub(super) table: Option<&'a Table<W>>,
}

impl<W: Word> Search<'_, W> {
    /// The leaves at exactly this depth.
    pub(super) fn leaves<R: RuleSet<Word = W>>(&self, board: &Board<R>, depth: u32) -> u64 {
        with_mover!(board.side_to_move, self.below::<R, M>(board.pieces, depth, &mut Vec::new()))
    }

    fn below<R: RuleSet<Word = W>, M: Mover>(
        &self,
        pieces: Pieces<W>,
        depth: u32,
        chains: &mut Vec<Move<W>>,
    ) -> u64 {
        if depth <= 1 {
            return if depth == 0 { 1 } else { generate::tally::<R, M>(pieces, self.counting, chains) };
        }
        let table = self.table.filter(|_| depth >= TABLE_DEPTH);
        if let Some(leaves) = table.and_then(|table| table.find(pieces, M::SIDE, depth)) {
            return leaves;
        }
        let mut leaves = 0;
        generate::walk::<R, M>(pieces, self.counting, chains, |one, chains| {
            leaves += self.below::<R, M::Opponent>(pieces.after(one), depth - 1, chains);
        });
        if let Some(table) = table {
            table.keep(pieces, M::SIDE, depth, leaves);
        }
        leaves
    }
}
