//! The positions already searched with their values: a table of fixed size that several searches may share.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) value: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    pub(super) best: MoveCode,
}

/// A finding in one word, and the key combined with it: a pair that two threads wrote in part fits no key.
#[derive(Default)]
struct Entry {
    mixed_key: AtomicU64,
    packed: AtomicU64,
}

/// The entries of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A table of findings. Of those that share a bucket, old and shallow ones go first.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of the current search, modulo 64.
    age: AtomicU8,
}

impl Table {
    /// The smallest table, in bytes.
    const LEAST: usize = 1 << 13;

    /// A table of at most this many bytes, rounded down to a power of two.
    pub(super) fn of_bytes(bytes: usize) -> Table {
        let bytes = bytes.max(Table::LEAST);
        let count = 1 << (bytes / size_of::<Bucket>()).ilog2();
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU8::new(0) }
    }

    /// Begins a new search: what is in the table becomes older.
    pub(super) fn begin_search(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % 64, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for entry in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            entry.mixed_key.store(0, Ordering::Relaxed);
            entry.packed.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Finding> {
        self.buckets[self.place(key)].0.iter().find_map(|entry| {
            let packed = entry.packed.load(Ordering::Relaxed);
            (entry.mixed_key.load(Ordering::Relaxed) ^ packed == key && packed != 0).then(|| unpacked(packed))
        })
    }

    /// Stores a finding.
    #[inline]
    pub(super) fn keep(&self, key: u64, finding: Finding) {
        let age = self.age.load(Ordering::Relaxed);
        let (mut victim, mut least) = (0, i32::MAX);
        let bucket = &self.buckets[self.place(key)].0;
        for (index, entry) in bucket.iter().enumerate() {
            let packed = entry.packed.load(Ordering::Relaxed);
            if packed == 0 || entry.mixed_key.load(Ordering::Relaxed) ^ packed == key {
                victim = index;
                break;
            }
            let worth =
                i32::from((packed >> 16) as i8) - 4 * i32::from(age.wrapping_sub(age_of(packed)) % 64);
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let packed = packed(finding, age);
        bucket[victim].mixed_key.store(key ^ packed, Ordering::Relaxed);
        bucket[victim].packed.store(packed, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The high bits are as random as the low ones, and fit a `usize` on 32-bit targets.
        (key >> 32) as usize & (self.buckets.len() - 1)
    }
}

/// Value, depth, bound, age and best move from the lowest bits up; never zero.
fn packed(finding: Finding, age: u8) -> u64 {
    let Finding { value, depth, bound, best } = finding;
    u64::from(value.cast_unsigned())
        | u64::from(depth.cast_unsigned()) << 16
        | (bound as u64) << 24
        | u64::from(age % 64) << 26
        | u64::from(best.0) << 32
        | 1 << 63
}

fn unpacked(packed: u64) -> Finding {
    let bound = match packed >> 24 & 3 {
        0 => Bound::AtLeast,
        1 => Bound::AtMost,
        _ => Bound::Exact,
    };
    let best = MoveCode((packed >> 32) as u16);
    Finding { value: packed as i16, depth: (packed >> 16) as i8, bound, best }
}

fn age_of(packed: u64) -> u8 {
    (packed >> 26) as u8 & 63
}
