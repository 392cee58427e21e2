//! Checkpoints: most of the write-ahead log is copied into the database file beside the writer, so that
//! writes wait only for the small rest.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use common::lock;
use rusqlite::Connection;

use crate::error::WorkError;
use crate::health::Monitor;
use crate::job::job;
use crate::queue::JobQueue;
use crate::writer::Work;

/// How often the log is copied in a row; each pass copies what was written during the previous one, so little
/// remains for the writer.
const PASSES: usize = 3;

/// Requests for checkpoints. SQLite runs one at a time and rejects a second, so a checkpoint holds the lock.
pub(crate) struct Checkpoints {
    requests: JobQueue<()>,
    is_under_way: AtomicBool,
    copying: Mutex<()>,
}

/// The checkpoint thread with its own connection.
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

    /// Requests a checkpoint, unless one is under way.
    pub(crate) fn request(&self) {
        if !self.is_under_way.swap(true, Ordering::Relaxed) {
            self.requests.push(()).ok(); // fails only if the store is closed
        }
    }

    /// Waits until no checkpoint runs.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        lock(&self.copying)
    }

    /// Stops the thread after its current work.
    pub(crate) fn close(&self) {
        self.requests.close();
    }
}

/// A checkpoint under way, until the writer takes, refuses or drops its rest; only then can another start.
struct UnderWay(Arc<Checkpoints>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.is_under_way.store(false, Ordering::Relaxed);
    }
}

impl Checkpointer {
    /// Runs requested checkpoints until it is closed.
    pub(crate) fn run(self) {
        while !self.checkpoints.requests.take(1).is_empty() {
            if let Err(error) = self.copy() {
                self.monitor.note(&error);
            }
            // The writer copies the rest between two batches; then the log restarts at its beginning.
            let under_way = UnderWay(Arc::clone(&self.checkpoints));
            let (rest, _) = job(move |db| {
                drop(under_way);
                db.sqlite().map_or(Ok(()), copy)
            });
            self.writes.push(Work::Alone(rest)).ok(); // a closing writer copies the log itself
        }
    }

    fn copy(&self) -> Result<(), WorkError> {
        let _copying = self.checkpoints.lock();
        (0..PASSES).try_for_each(|_| copy(&self.db))
    }
}

/// Copies what is possible without waiting for readers. Not left to SQLite, which would swallow a failed
/// fsync.
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
