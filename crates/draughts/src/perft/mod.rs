//! Counting the leaves of the game tree: the proof of a move generator, and its speed.

mod known;
mod table;
mod tree;
pub(crate) mod workers;

pub use crate::generate::Counting;
pub use known::{Known, known};
pub use tree::leaves;

use std::fmt;

use game::Play;

use crate::position::Position;

/// How to count.
#[derive(Clone, Copy)]
pub struct Count<'a> {
    /// The depth of the leaves.
    pub depth: u32,
    /// When two ways to capture count as one.
    pub counting: Counting,
    /// How many threads share the work.
    pub threads: usize,
    /// The size of the table of positions already counted, in bytes; no table if zero.
    pub table_bytes: usize,
    /// Called with the number of parts that are done, and of all parts.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl Count<'_> {
    /// Counts unique moves to this depth on one thread, without a table of positions.
    #[must_use]
    pub fn to_depth(depth: u32) -> Count<'static> {
        Count { depth, counting: Counting::Unique, threads: 1, table_bytes: 0, progress: &|_, _| {} }
    }
}

impl fmt::Debug for Count<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "depth {}, {:?}", self.depth, self.counting)
    }
}

/// How many leaves lie at exactly this depth; a side without a move has none.
#[must_use]
pub fn count(position: &Position, count: &Count<'_>) -> u64 {
    if count.depth == 0 { 1 } else { divide(position, count).iter().map(|(_, leaves)| leaves).sum() }
}

/// The leaves below each move; empty at depth zero.
#[must_use]
pub fn divide(position: &Position, count: &Count<'_>) -> Vec<(Play, u64)> {
    if count.depth == 0 { Vec::new() } else { position.variant().engine().divide(position, count) }
}
