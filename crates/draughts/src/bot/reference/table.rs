//! The positions already searched with their values: a table of fixed size.

use crate::board::Move;
use crate::word::Word;

/// A move by its first and last place; captures between the same places share a code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveCode(u16);

impl MoveCode {
    /// No move.
    pub(super) const NONE: MoveCode = MoveCode(0);

    #[inline]
    pub(super) fn of<W: Word>(chosen: Move<W>) -> MoveCode {
        MoveCode(1 << 14 | u16::from(chosen.from.lowest()) << 7 | u16::from(chosen.to.lowest()))
    }

    /// The index of the move in a table of all codes.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 0x3FFF) as usize
    }
}

/// How a searched value relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at least this.
    #[default]
    AtLeast,
    /// It is at most this.
    AtMost,
    /// It is this.
    Exact,
}

/// The result of a search of one position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Finding {
    pub(super) value: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    pub(super) best: MoveCode,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    finding: Finding,
}

/// A table of findings; of two for the same place the deeper stays.
pub(super) struct Table {
    entries: Vec<[Entry; 2]>,
}

impl Table {
    /// A table for a search of this many nodes.
    pub(super) fn for_nodes(nodes: u64) -> Table {
        let pairs = (nodes / 4).clamp(LEAST_PAIRS, MOST_PAIRS).next_power_of_two();
        Table { entries: vec![Default::default(); usize::try_from(pairs).expect("the table is bounded")] }
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Finding> {
        let pair = &self.entries[self.place(key)];
        pair.iter().find(|entry| entry.key == key && entry.finding.best != MoveCode::NONE).map(|e| e.finding)
    }

    /// Stores a finding. The first of a pair keeps the deepest, the second the latest.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, finding: Finding) {
        let place = self.place(key);
        let [deepest, latest] = &mut self.entries[place];
        if deepest.key == key || finding.depth >= deepest.finding.depth {
            if deepest.key != key {
                *latest = *deepest;
            }
            *deepest = Entry { key, finding };
        } else {
            *latest = Entry { key, finding };
        }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The high bits are as random as the low ones, and fit a `usize` on 32-bit targets.
        (key >> 32) as usize & (self.entries.len() - 1)
    }
}

/// 8 KiB.
const LEAST_PAIRS: u64 = 1 << 8;
/// 8 MiB.
const MOST_PAIRS: u64 = 1 << 18;
