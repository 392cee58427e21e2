//! The walk through the tree.

use game::Side;

use super::table::Table;
use crate::board::{Board, Move, Stance};
use crate::generate::{self, Counting};
use crate::mover::{First, Mover, Second};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Counts the leaves at exactly this depth on one thread, remembering nothing.
#[must_use]
pub fn leaves<R: RuleSet>(board: &Board<R>, depth: u32, counting: Counting) -> u64 {
    match board.side_to_move {
        Side::First => below::<R, First>(board.stance, depth, counting, &mut Vec::new()),
        Side::Second => below::<R, Second>(board.stance, depth, counting, &mut Vec::new()),
    }
}

/// Counts the leaves at exactly this depth with the help of a table.
pub(super) fn leaves_with_table<R: RuleSet>(
    board: &Board<R>,
    depth: u32,
    counting: Counting,
    table: &Table<R::Word>,
) -> u64 {
    let search = Search { counting, table };
    match board.side_to_move {
        Side::First => search.below::<R, First>(board.stance, depth, &mut Vec::new()),
        Side::Second => search.below::<R, Second>(board.stance, depth, &mut Vec::new()),
    }
}

fn below<R: RuleSet, M: Mover>(
    stance: Stance<R::Word>,
    depth: u32,
    counting: Counting,
    chains: &mut Vec<Move<R::Word>>,
) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { generate::tally::<R, M>(stance, counting, chains) };
    }
    let mut leaves = 0;
    generate::walk::<R, M>(stance, counting, chains, |one, chains| {
        leaves += below::<R, M::Opponent>(stance.after(one), depth - 1, counting, chains);
    });
    leaves
}

/// Nearer to the leaves, counting is faster than remembering.
const TABLE_DEPTH: u32 = 3;

struct Search<'a, W> {
    counting: Counting,
    table: &'a Table<W>,
}

impl<W: Word> Search<'_, W> {
    fn below<R: RuleSet<Word = W>, M: Mover>(
        &self,
        stance: Stance<W>,
        depth: u32,
        chains: &mut Vec<Move<W>>,
    ) -> u64 {
        if depth < TABLE_DEPTH {
            return below::<R, M>(stance, depth, self.counting, chains);
        }
        if let Some(leaves) = self.table.find(stance, M::SIDE, depth) {
            return leaves;
        }
        let mut leaves = 0;
        generate::walk::<R, M>(stance, self.counting, chains, |one, chains| {
            leaves += self.below::<R, M::Opponent>(stance.after(one), depth - 1, chains);
        });
        self.table.keep(stance, M::SIDE, depth, leaves);
        leaves
    }
}
