//! The single writer: takes whatever is waiting and commits it together, so one fsync serves many.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex};

use common::lock;

use crate::checkpointer::{self, Checkpoints};
use crate::error::WorkError;
use crate::health::{Monitor, StoreHealth};
use crate::job::Job;
use crate::queue::JobQueue;
use crate::savepoint::in_savepoint;
use crate::sql::{Database, Isolation};
use crate::{StoreError, sqlite};

/// How many jobs share one commit at most, which bounds how long the first one waits for the last.
const BATCH: usize = 1024;

/// How many pages of 4 kB the log may hold before it is copied into the database file.
const PAGES_PER_CHECKPOINT: i32 = 4000;

/// The same where a copy waits for no disk: it costs time of the processor only, and short copies delay moves less.
const PAGES_PER_SHORT_CHECKPOINT: i32 = 1000;

/// How many pages the log may hold before the writer waits for the copy.
const MOST_PAGES: i32 = 4 * PAGES_PER_CHECKPOINT;

/// A job and whether it may share a transaction with others.
pub(crate) enum Work {
    /// Inside the transaction of a batch.
    Together(Box<dyn Job>),
    /// Outside any transaction, as VACUUM and checkpoints need it.
    Alone(Box<dyn Job>),
}

/// The thread that writes what is queued.
pub(crate) struct Writer {
    connection: Arc<Mutex<WriteConnection>>,
    queue: Arc<JobQueue<Work>>,
    monitor: Arc<Monitor>,
}

/// The only connection that writes. The writer's thread holds it while it works.
pub(crate) struct WriteConnection {
    db: Database,
    queue: Arc<JobQueue<Work>>,
    monitor: Arc<Monitor>,
    /// Where copies of the log are asked for; without it the writer makes them itself.
    checkpoints: Option<Arc<Checkpoints>>,
    logged_pages: Arc<AtomicI32>,
}

impl Writer {
    pub(crate) fn new(
        connection: Arc<Mutex<WriteConnection>>,
        queue: Arc<JobQueue<Work>>,
        monitor: Arc<Monitor>,
    ) -> Self {
        Writer { connection, queue, monitor }
    }

    /// Works until the queue is closed and empty; after a failure it only refuses.
    pub(crate) fn run(self) {
        let _closing = CloseOnExit { queue: Arc::clone(&self.queue), monitor: Arc::clone(&self.monitor) };
        loop {
            self.queue.wait();
            // Held before the work is taken, so that nothing is committed at once that came later.
            let connection = lock(&self.connection);
            let taken = self.queue.take(BATCH);
            if taken.is_empty() {
                return connection.finish();
            }
            connection.work(taken);
        }
    }
}

/// Commits a job on the calling thread, which saves two changes of threads. Returns the job if it has to be queued: another
/// write is under way or waiting, another program holds the database, or the log must be copied first.
pub(crate) fn commit_at_once(
    connection: &Mutex<WriteConnection>,
    job: Box<dyn Job>,
) -> Result<(), Box<dyn Job>> {
    match connection.try_lock() {
        Ok(connection) => connection.commit_at_once(job),
        // After a panic the writer refuses everything.
        Err(_) => Err(job),
    }
}

impl WriteConnection {
    pub(crate) fn new(
        mut db: Database,
        queue: Arc<JobQueue<Work>>,
        monitor: Arc<Monitor>,
        checkpoints: Option<Arc<Checkpoints>>,
    ) -> rusqlite::Result<Self> {
        let logged_pages = Arc::new(AtomicI32::new(0));
        let counter = Arc::clone(&logged_pages);
        if let Database::Sqlite(db) = &mut db {
            db.wal_hook(Some(move |_: &mut _, pages| {
                counter.store(pages, Ordering::Relaxed);
                Ok(())
            }))?;
        }
        Ok(WriteConnection { db, queue, monitor, checkpoints, logged_pages })
    }

    fn commit_at_once(&self, job: Box<dyn Job>) -> Result<(), Box<dyn Job>> {
        let is_log_full = self.logged_pages.load(Ordering::Relaxed) >= MOST_PAGES;
        let can_write = self.queue.is_open_and_empty() && self.monitor.is_well() && !is_log_full;
        let Some(db) = self.db.sqlite().filter(|_| can_write) else { return Err(job) };
        if !sqlite::try_begin(db) {
            return Err(job);
        }
        let _failing = FailOnPanic(&self.monitor);
        let mut batch = vec![job];
        let outcome = finish_transaction(&self.db, &mut batch);
        self.settle(batch, outcome, true);
        if self.logged_pages.load(Ordering::Relaxed) >= PAGES_PER_SHORT_CHECKPOINT {
            self.checkpoints.iter().for_each(|checkpoints| checkpoints.request());
        }
        Ok(())
    }

    /// Copies the log, if the store works.
    fn finish(&self) {
        if let Some(db) = self.db.sqlite().filter(|_| !self.monitor.is_failed()) {
            let emptied = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            if let Err(error) = emptied {
                self.monitor.note(&error.into());
            }
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
        self.checkpoint_if_due();
    }

    /// Asks for a copy of the log when it has grown, and makes it at once when it must not grow any more. On a full disk
    /// the copy makes room: the log can be written again from its start.
    fn checkpoint_if_due(&self) {
        // Zero until the next commit.
        let pages = self.logged_pages.swap(0, Ordering::Relaxed);
        let is_urgent = pages >= MOST_PAGES || self.monitor.now() == StoreHealth::DiskFull;
        if pages < PAGES_PER_CHECKPOINT && !is_urgent {
            return;
        }
        match &self.checkpoints {
            Some(checkpoints) if !is_urgent => checkpoints.request(),
            checkpoints => {
                let _copying = checkpoints.as_ref().map(|checkpoints| checkpoints.lock());
                if let Err(error) = self.db.sqlite().map_or(Ok(()), checkpointer::copy) {
                    self.monitor.note(&error);
                }
            }
        }
    }

    fn commit(&self, mut batch: Vec<Box<dyn Job>>) {
        if batch.is_empty() {
            return;
        }
        if self.monitor.is_failed() {
            return answer_all(batch, &self.monitor.refusal());
        }
        let changes = self.db.sqlite().map(rusqlite::Connection::total_changes);
        let outcome = transact(&self.db, &mut batch);
        let has_changes =
            changes.is_none() || self.db.sqlite().map(rusqlite::Connection::total_changes) > changes;
        self.settle(batch, outcome, has_changes);
    }

    /// Answers the jobs of a transaction.
    fn settle(
        &self,
        batch: Vec<Box<dyn Job>>,
        outcome: Result<Vec<Result<(), StoreError>>, WorkError>,
        has_changes: bool,
    ) {
        match outcome {
            Ok(fates) => {
                if has_changes {
                    self.monitor.recovered();
                }
                for (job, fate) in batch.into_iter().zip(fates) {
                    job.answer(fate);
                }
            }
            Err(error) => {
                let refusal = self.monitor.note(&error);
                answer_all(batch, &refusal);
                if matches!(refusal, StoreError::Overloaded | StoreError::Unreachable(_)) {
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
        // It may be a copy of the log.
        let _copying = self.checkpoints.as_ref().map(|checkpoints| checkpoints.lock());
        let done = job.run(&self.db).and_then(|()| self.db.flush());
        job.answer(done.map_err(|error| self.monitor.note(&error)));
    }
}

/// Runs the batch in one transaction; an item that is refused leaves the others untouched.
fn transact(db: &Database, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    let isolation = match batch {
        [job] => job.isolation(),
        // Each is undone without the others.
        _ => batch.iter().map(|job| job.isolation()).max().unwrap_or(Isolation::Write).max(Isolation::Write),
    };
    db.begin(isolation)?;
    finish_transaction(db, batch)
}

/// Runs the batch in the transaction that has begun, and commits it.
fn finish_transaction(
    db: &Database,
    batch: &mut [Box<dyn Job>],
) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    if let [job] = batch {
        return run_only(db, job.as_mut());
    }
    let outcome = run_each(db, batch).and_then(|fates| db.commit().map(|()| fates));
    if outcome.is_err() {
        db.roll_back()?;
    }
    outcome
}

/// Runs the only item of a batch, whose refusal undoes the transaction.
fn run_only(db: &Database, job: &mut dyn Job) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    let outcome = match job.run(db).and_then(|()| db.flush()) {
        Ok(()) => db.commit().map(|()| vec![Ok(())]),
        Err(error) => match error.into_refusal() {
            Ok(refusal) => {
                db.roll_back()?;
                return Ok(vec![Err(refusal)]);
            }
            Err(error) => Err(error),
        },
    };
    if outcome.is_err() {
        db.roll_back()?;
    }
    outcome
}

fn run_each(db: &Database, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, WorkError> {
    batch.iter_mut().map(|job| in_savepoint(db, || job.run(db))).collect()
}

fn answer_all(batch: Vec<Box<dyn Job>>, refusal: &StoreError) {
    for job in batch {
        job.answer(Err(refusal.clone()));
    }
}

/// Whatever ends the thread, nobody may wait for it for ever.
struct CloseOnExit {
    queue: Arc<JobQueue<Work>>,
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

/// A panic in the middle of a transaction ends the store, on whichever thread it happens.
struct FailOnPanic<'a>(&'a Monitor);

impl Drop for FailOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fail("a write panicked".to_owned());
        }
    }
}

#[cfg(test)]
mod tests;
