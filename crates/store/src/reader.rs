//! The readers: a few threads with read-only connections, so that reading never waits for a commit.

use std::sync::Arc;

use crate::StoreError;
use crate::error::{ErrorScope, WorkError};
use crate::health::Monitor;
use crate::job::Job;
use crate::queue::JobQueue;
use crate::sql::{Database, Isolation};

/// A thread that answers reads, each from one consistent snapshot.
pub(crate) struct ReaderThread {
    db: Database,
    queue: Arc<JobQueue<Box<dyn Job>>>,
    monitor: Arc<Monitor>,
}

impl ReaderThread {
    pub(crate) fn new(db: Database, queue: Arc<JobQueue<Box<dyn Job>>>, monitor: Arc<Monitor>) -> Self {
        ReaderThread { db, queue, monitor }
    }

    /// Works until the queue is closed and empty.
    pub(crate) fn run(self) {
        let _watching = FailOnPanic(Arc::clone(&self.monitor));
        while let Some(mut job) = self.queue.take(1).pop() {
            let fate = self.read(job.as_mut()).map_err(|error| self.refusal(&error));
            job.answer(fate);
        }
    }

    fn read(&self, job: &mut dyn Job) -> Result<(), WorkError> {
        self.db.begin(Isolation::Read)?;
        let read = job.run(&self.db).and_then(|()| self.db.commit());
        if read.is_err() {
            self.db.roll_back()?;
        }
        read
    }

    fn refusal(&self, error: &WorkError) -> StoreError {
        match error.scope() {
            ErrorScope::Item(refusal) | ErrorScope::Batch(refusal) => refusal,
            ErrorScope::Store(reason) => {
                self.monitor.fail(reason);
                self.monitor.refusal()
            }
        }
    }
}

struct FailOnPanic(Arc<Monitor>);

impl Drop for FailOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail("a reader panicked".to_owned());
        }
    }
}
