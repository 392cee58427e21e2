//! The single writer: takes whatever is waiting and commits it together, so one fsync serves many.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use rusqlite::Connection;

use crate::StoreError;
use crate::error::{ErrorScope, WorkError};
use crate::health::{Health, Monitor};
use crate::job::Job;
use crate::queue::Queue;
use crate::savepoint::in_savepoint;
use crate::sql::execute;

/// How many jobs share one commit at most, which bounds how long the first one waits for the last.
const BATCH: usize = 1024;

/// How many pages of 4 kB the log may hold before it is copied into the database file.
const PAGES_PER_CHECKPOINT: i32 = 4000;

/// A job and whether it may share a transaction with others.
pub(crate) enum Work {
    /// Inside the transaction of a batch.
    Together(Box<dyn Job>),
    /// Outside any transaction, as VACUUM and checkpoints need it.
    Alone(Box<dyn Job>),
}

/// The thread that owns the only connection that writes.
pub(crate) struct Writer {
    db: Connection,
    queue: Arc<Queue<Work>>,
    monitor: Arc<Monitor>,
    logged_pages: Arc<AtomicI32>,
}

impl Writer {
    pub(crate) fn new(
        mut db: Connection,
        queue: Arc<Queue<Work>>,
        monitor: Arc<Monitor>,
    ) -> rusqlite::Result<Self> {
        let logged_pages = Arc::new(AtomicI32::new(0));
        let counter = Arc::clone(&logged_pages);
        db.wal_hook(Some(move |_: &mut _, pages| {
            counter.store(pages, Ordering::Relaxed);
            Ok(())
        }))?;
        Ok(Writer { db, queue, monitor, logged_pages })
    }

    /// Works until the queue is closed and empty; after a failure it only refuses.
    pub(crate) fn run(self) {
        let _closing = CloseOnExit { queue: Arc::clone(&self.queue), monitor: Arc::clone(&self.monitor) };
        loop {
            let taken = self.queue.take(BATCH);
            if taken.is_empty() {
                break;
            }
            self.work(taken);
        }
        if !self.monitor.is_failed() {
            self.checkpoint("TRUNCATE");
        }
    }

    fn work(&self, taken: Vec<Work>) {
        let mut batch = Vec::with_capacity(taken.len());
        for work in taken {
            match work {
                Work::Together(job) => batch.push(job),
                Work::Alone(job) => {
                    self.commit(std::mem::take(&mut batch));
                    self.run_alone(job);
                }
            }
        }
        self.commit(batch);
        // On a full disk the copy makes room: the log can be written again from its start.
        let crowded = self.logged_pages.load(Ordering::Relaxed) >= PAGES_PER_CHECKPOINT;
        if crowded || self.monitor.now() == Health::DiskFull {
            self.checkpoint("PASSIVE");
        }
    }

    fn commit(&self, mut batch: Vec<Box<dyn Job>>) {
        if batch.is_empty() {
            return;
        }
        if self.monitor.is_failed() {
            return answer_all(batch, &self.monitor.refusal());
        }
        let changes = self.db.total_changes();
        match transact(&self.db, &mut batch) {
            Ok(fates) => {
                if self.db.total_changes() > changes {
                    self.monitor.has_room();
                }
                for (job, fate) in batch.into_iter().zip(fates) {
                    job.answer(fate);
                }
            }
            Err(error) => {
                let refusal = self.note(&error);
                answer_all(batch, &refusal);
                if refusal == StoreError::Overloaded {
                    self.refuse_waiting(&refusal);
                }
            }
        }
    }

    /// Refuses what came while the database was locked: its wait for the lock is over with that of the others.
    fn refuse_waiting(&self, refusal: &StoreError) {
        for work in self.queue.take_waiting() {
            match work {
                Work::Together(job) | Work::Alone(job) => job.answer(Err(refusal.clone())),
            }
        }
    }

    fn run_alone(&self, mut job: Box<dyn Job>) {
        if self.monitor.is_failed() {
            return job.answer(Err(self.monitor.refusal()));
        }
        let fate = job.run(&self.db).map_err(|error| self.note(&error));
        job.answer(fate);
    }

    /// Copies the log into the database; done here and not by SQLite, which would swallow a failed fsync.
    fn checkpoint(&self, mode: &str) {
        self.logged_pages.store(0, Ordering::Relaxed);
        let pragma = format!("PRAGMA wal_checkpoint({mode})");
        if let Err(error) = self.db.query_row(&pragma, [], |_| Ok(())) {
            self.note(&error.into());
        }
    }

    /// Applies an error to the health of the store and returns the error for the callers.
    fn note(&self, error: &WorkError) -> StoreError {
        match error.scope() {
            ErrorScope::Item(refusal) => refusal,
            ErrorScope::Batch(refusal) => {
                if refusal == StoreError::DiskFull {
                    self.monitor.disk_full();
                }
                refusal
            }
            ErrorScope::Store(reason) => {
                self.monitor.fail(reason);
                self.monitor.refusal()
            }
        }
    }
}

/// Runs the batch in one transaction; an item that is refused leaves the others untouched.
fn transact(db: &Connection, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    execute(db, "BEGIN IMMEDIATE")?;
    let outcome = run_each(db, batch).and_then(|fates| execute(db, "COMMIT").map(|()| fates));
    // SQLite has already rolled back by itself after some errors.
    if outcome.is_err() && !db.is_autocommit() {
        execute(db, "ROLLBACK")?;
    }
    outcome
}

fn run_each(db: &Connection, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    batch.iter_mut().map(|job| in_savepoint(db, || job.run(db))).collect()
}

fn answer_all(batch: Vec<Box<dyn Job>>, refusal: &StoreError) {
    for job in batch {
        job.answer(Err(refusal.clone()));
    }
}

/// Whatever ends the thread, nobody may wait for it for ever.
struct CloseOnExit {
    queue: Arc<Queue<Work>>,
    monitor: Arc<Monitor>,
}

impl Drop for CloseOnExit {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.monitor.fail("the writer panicked".to_owned());
        }
        self.queue.close();
        drop(self.queue.take(usize::MAX));
    }
}

#[cfg(test)]
mod tests;
