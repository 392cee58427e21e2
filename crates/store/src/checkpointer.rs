//! Checkpoints: what the write-ahead log holds is copied into the database file beside the writer, so that writes wait only for
//! the little that is left of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use common::lock;
use rusqlite::Connection;

use crate::error::WorkError;
use crate::health::Monitor;
use crate::job::job;
use crate::queue::JobQueue;
use crate::writer::Work;

/// How often the log is copied in a row; each time only what was written during the copy before is left, so that little
/// remains for the writer.
const PASSES: usize = 3;

/// Where copies are asked for. SQLite makes one at a time and refuses a second, so whoever makes one holds the lock.
pub(crate) struct Checkpoints {
    requests: JobQueue<()>,
    is_under_way: AtomicBool,
    copying: Mutex<()>,
}

/// The thread with a connection that does nothing but copy.
pub(crate) struct Checkpointer {
    pub(crate) db: Connection,
    pub(crate) checkpoints: Arc<Checkpoints>,
    pub(crate) writes: Arc<JobQueue<Work>>,
    pub(crate) monitor: Arc<Monitor>,
}

impl Checkpoints {
    pub(crate) fn new() -> Checkpoints {
        Checkpoints {
            requests: JobQueue::new(1),
            is_under_way: AtomicBool::new(false),
            copying: Mutex::default(),
        }
    }

    /// Asks for a copy, unless one is under way.
    pub(crate) fn request(&self) {
        if !self.is_under_way.swap(true, Ordering::Relaxed) {
            self.requests.push(()).ok(); // refused only when the store is closed
        }
    }

    /// Waits until nobody copies.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        lock(&self.copying)
    }

    /// Ends the thread after what it is doing.
    pub(crate) fn close(&self) {
        self.requests.close();
    }
}

/// A copy until its rest is made, refused or dropped; only then another one can be asked for.
struct UnderWay(Arc<Checkpoints>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.is_under_way.store(false, Ordering::Relaxed);
    }
}

impl Checkpointer {
    /// Copies whenever it is asked to, until it is closed.
    pub(crate) fn run(self) {
        while !self.checkpoints.requests.take(1).is_empty() {
            if let Err(error) = self.copy() {
                self.monitor.note(&error);
            }
            // The writer copies the rest between two batches, after which the log can be written again from its start.
            let under_way = UnderWay(Arc::clone(&self.checkpoints));
            let (rest, _) = job(move |db| {
                drop(under_way);
                copy(db)
            });
            self.writes.push(Work::Alone(rest)).ok(); // a writer that takes no more work copies the log at its end
        }
    }

    fn copy(&self) -> Result<(), WorkError> {
        let _copying = self.checkpoints.lock();
        (0..PASSES).try_for_each(|_| copy(&self.db))
    }
}

/// Copies what can be copied without waiting for readers. Done here and not by SQLite itself, which would swallow a failed fsync.
pub(crate) fn copy(db: &Connection) -> Result<(), WorkError> {
    Ok(db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Checkpoints, UnderWay};
    use crate::StoreError;
    use crate::job::job;

    #[test]
    fn a_copy_whose_rest_is_refused_can_be_asked_for_again() {
        let checkpoints = Arc::new(Checkpoints::new());
        checkpoints.request();
        checkpoints.request();
        assert_eq!(checkpoints.requests.take_waiting().len(), 1, "one is under way");
        checkpoints.request();
        assert_eq!(checkpoints.requests.len(), 0);
        let under_way = UnderWay(Arc::clone(&checkpoints));
        let (rest, _) = job(move |_| {
            drop(under_way);
            Ok(())
        });
        rest.answer(Err(StoreError::Overloaded)); // as the writer does while another program holds the database
        checkpoints.request();
        assert_eq!(checkpoints.requests.len(), 1);
    }
}
