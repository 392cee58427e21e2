//! Positions already counted and the leaves below them, shared by all threads.
//!
//! An entry holds the whole position, so there are no false matches.

use std::mem::size_of;
use std::sync::{Mutex, MutexGuard};

use common::lock;
use game::Side;

use crate::board::Pieces;
use crate::word::Word;

/// A table of fixed size.
pub(super) struct Table<W> {
    buckets: Vec<Mutex<Bucket<W>>>,
}

/// Two entries for positions of the same bucket: the deepest and the newest.
type Bucket<W> = [Option<Entry<W>>; 2];

#[derive(Clone, Copy)]
struct Entry<W> {
    pieces: Pieces<W>,
    side: Side,
    depth: u8,
    leaves: u64,
}

impl<W: Word> Table<W> {
    /// A table of at most this many bytes, and at least one bucket.
    pub(super) fn of_bytes(bytes: usize) -> Table<W> {
        let buckets = (bytes / size_of::<Mutex<Bucket<W>>>()).max(1);
        Table { buckets: (0..buckets).map(|_| Mutex::new([None; 2])).collect() }
    }

    /// The leaves below a position; `None` if it is not in the table.
    pub(super) fn find(&self, pieces: Pieces<W>, side: Side, depth: u32) -> Option<u64> {
        let bucket = self.bucket(pieces, side);
        let mut entries = bucket.iter().flatten();
        let entry = entries
            .find(|entry| entry.pieces == pieces && entry.side == side && u32::from(entry.depth) == depth)?;
        Some(entry.leaves)
    }

    /// Stores the leaves below a position.
    pub(super) fn keep(&self, pieces: Pieces<W>, side: Side, depth: u32, leaves: u64) {
        let Ok(depth) = u8::try_from(depth) else { return };
        let mut bucket = self.bucket(pieces, side);
        let place = usize::from(bucket[0].is_some_and(|entry| entry.depth > depth));
        bucket[place] = Some(Entry { pieces, side, depth, leaves });
    }

    fn bucket(&self, pieces: Pieces<W>, side: Side) -> MutexGuard<'_, Bucket<W>> {
        let place = (u128::from(scattered(pieces, side)) * self.buckets.len() as u128) >> 64;
        lock(&self.buckets[place as usize])
    }
}

/// A number that spreads positions over the buckets; different positions may share it.
fn scattered<W: Word>(pieces: Pieces<W>, side: Side) -> u64 {
    [pieces.own, pieces.enemy, pieces.kings].iter().fold(side as u64, |mixed, word| {
        let bits = word.bits();
        let product = u128::from(mixed ^ bits as u64 ^ (bits >> 64) as u64) * 0x9e37_79b9_7f4a_7c15;
        (product as u64) ^ (product >> 64) as u64
    })
}
