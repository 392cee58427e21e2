//! TableWork on the positions of a slice, split among threads.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::lock;

/// How a table is built.
#[derive(Clone, Copy)]
pub struct TableWork<'a> {
    /// How many threads share the work.
    pub threads: usize,
    /// Called with the number of positions that are done; each is counted several times.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

impl TableWork<'_> {
    /// All work on one thread, without progress.
    pub const ALONE: TableWork<'static> = TableWork { threads: 1, progress: &|_| {} };

    /// Splits the numbers below `size` into parts and calls `part` with each; returns what each thread has collected.
    pub(super) fn split<T: Default + Send>(
        &self,
        size: usize,
        part: impl Fn(&mut T, std::ops::Range<usize>) + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let collected = Mutex::new(Vec::new());
        let work = || {
            let mut mine = T::default();
            loop {
                let start = next.fetch_add(PART, Ordering::Relaxed);
                if start >= size {
                    break;
                }
                let end = size.min(start + PART);
                part(&mut mine, start..end);
                (self.progress)(end - start);
            }
            lock(&collected).push(mine);
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.clamp(1, size.div_ceil(PART).max(1)) {
                scope.spawn(work);
            }
            work();
        });
        collected.into_inner().unwrap_or_default()
    }
}

/// The positions of one part.
const PART: usize = 4096;

impl fmt::Debug for TableWork<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} threads", self.threads)
    }
}
