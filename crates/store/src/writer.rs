//! The single writer: takes whatever is waiting and commits it together, so one fsync serves many.

use std::sync::Arc;

use rusqlite::Connection;

use crate::StoreError;
use crate::error::{Reach, Trouble};
use crate::health::Monitor;
use crate::job::Job;
use crate::queue::Queue;

/// How many jobs share one commit at most, which bounds how long the first one waits for the last.
const BATCH: usize = 1024;

/// How many jobs may pile up in the log before it is copied into the database file.
const JOBS_PER_CHECKPOINT: usize = 4096;

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
    since_checkpoint: usize,
}

impl Writer {
    pub(crate) fn new(db: Connection, queue: Arc<Queue<Work>>, monitor: Arc<Monitor>) -> Self {
        Writer { db, queue, monitor, since_checkpoint: 0 }
    }

    /// Works until the queue is closed and empty; after a failure it only refuses.
    pub(crate) fn run(mut self) {
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

    fn work(&mut self, taken: Vec<Work>) {
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
        if self.since_checkpoint >= JOBS_PER_CHECKPOINT {
            self.checkpoint("PASSIVE");
        }
    }

    fn commit(&mut self, mut batch: Vec<Box<dyn Job>>) {
        if batch.is_empty() {
            return;
        }
        if self.monitor.is_failed() {
            return answer_all(batch, &self.monitor.refusal());
        }
        self.since_checkpoint += batch.len();
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
            Err(trouble) => {
                let refusal = self.note(&trouble);
                answer_all(batch, &refusal);
            }
        }
    }

    fn run_alone(&mut self, mut job: Box<dyn Job>) {
        if self.monitor.is_failed() {
            return job.answer(Err(self.monitor.refusal()));
        }
        let fate = job.run(&self.db).map_err(|trouble| self.note(&trouble));
        job.answer(fate);
    }

    /// Copies the log into the database; done here and not by SQLite, which would swallow a failed fsync.
    fn checkpoint(&mut self, mode: &str) {
        self.since_checkpoint = 0;
        let pragma = format!("PRAGMA wal_checkpoint({mode})");
        if let Err(error) = self.db.query_row(&pragma, [], |_| Ok(())) {
            self.note(&error.into());
        }
    }

    /// Draws the consequence of trouble for the whole store and words it for the callers.
    fn note(&self, trouble: &Trouble) -> StoreError {
        match trouble.reach() {
            Reach::Item(refusal) => refusal,
            Reach::Batch(refusal) => {
                if refusal == StoreError::DiskFull {
                    self.monitor.disk_full();
                }
                refusal
            }
            Reach::Store(reason) => {
                self.monitor.fail(reason);
                self.monitor.refusal()
            }
        }
    }
}

/// Runs the batch in one transaction; an item that is refused leaves the others untouched.
fn transact(db: &Connection, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, Trouble> {
    execute(db, "BEGIN IMMEDIATE")?;
    let outcome = run_each(db, batch).and_then(|fates| execute(db, "COMMIT").map(|()| fates));
    // SQLite has already rolled back by itself after some errors.
    if outcome.is_err() && !db.is_autocommit() {
        execute(db, "ROLLBACK")?;
    }
    outcome
}

fn run_each(db: &Connection, batch: &mut [Box<dyn Job>]) -> Result<Vec<Result<(), StoreError>>, Trouble> {
    batch.iter_mut().map(|job| run_item(db, job.as_mut())).collect()
}

fn run_item(db: &Connection, job: &mut dyn Job) -> Result<Result<(), StoreError>, Trouble> {
    execute(db, "SAVEPOINT item")?;
    let fate = match job.run(db) {
        Ok(()) => Ok(()),
        Err(trouble) => match trouble.reach() {
            Reach::Item(refusal) => Err(refusal),
            Reach::Batch(_) | Reach::Store(_) => return Err(trouble),
        },
    };
    if fate.is_err() {
        execute(db, "ROLLBACK TO item")?;
    }
    execute(db, "RELEASE item")?;
    Ok(fate)
}

fn execute(db: &Connection, statement: &str) -> Result<(), Trouble> {
    db.prepare_cached(statement)?.execute([])?;
    Ok(())
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
mod tests {
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    use rusqlite::Connection;

    use crate::error::Trouble;
    use crate::{Answer, Health, Options, Store, StoreError};

    /// Holds the writer until the sender is dropped, so that what follows piles up behind it.
    fn hold(store: &Store) -> mpsc::Sender<()> {
        let (release, held) = mpsc::channel::<()>();
        let (holding, started) = mpsc::channel();
        drop(store.write_alone(move |_| {
            holding.send(()).unwrap();
            // Ends with an error when the sender is dropped, which is the signal.
            let _ = held.recv();
            Ok(())
        }));
        started.recv().unwrap();
        release
    }

    fn beat(db: &Connection, node: &str) -> Result<(), Trouble> {
        crate::sql::change(db, "INSERT INTO heartbeats (node, at_ms) VALUES (?1, 0)", [node])?;
        Ok(())
    }

    fn is_pending<T>(answer: &mut Answer<T>) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        std::pin::Pin::new(answer).poll(&mut context).is_pending()
    }

    #[test]
    fn what_waits_is_committed_together_and_answered_after_the_commit() {
        let store = Store::in_memory();
        let held = hold(&store);
        let mut first = store.write(|db| beat(db, "first"));
        let second = store.write(move |db| {
            beat(db, "second")?;
            Ok((is_pending(&mut first), db.is_autocommit(), first))
        });
        drop(held);
        let (first_was_pending, outside_transaction, first) = second.wait().unwrap();
        assert!(first_was_pending && !outside_transaction);
        assert_eq!(first.wait(), Ok(()));
    }

    #[test]
    fn a_refused_item_leaves_nothing_behind_and_spoils_no_other() {
        let store = Store::in_memory();
        let held = hold(&store);
        let before = store.write(|db| beat(db, "before"));
        let refused = store.write(|db| {
            beat(db, "half done")?;
            beat(db, "before")
        });
        let after = store.write(|db| beat(db, "after"));
        drop(held);
        assert_eq!(before.wait(), Ok(()));
        assert!(matches!(refused.wait(), Err(StoreError::Invalid(_))));
        assert_eq!(after.wait(), Ok(()));
        assert_eq!(store.last_beat("half done").wait(), Ok(None));
        assert_eq!(store.last_beat("after").wait(), Ok(Some(0)));
    }

    #[test]
    fn a_full_queue_is_overloaded_and_recovers() {
        let store = Store::in_memory_with(&Options { queue: 2, ..Options::default() });
        let held = hold(&store);
        let waiting = [store.beat("a", 1), store.beat("b", 1)];
        assert_eq!(store.waiting_writes(), 2);
        assert_eq!(store.beat("c", 1).wait(), Err(StoreError::Overloaded));
        drop(held);
        for answer in waiting {
            assert_eq!(answer.wait(), Ok(()));
        }
        assert_eq!(store.beat("c", 1).wait(), Ok(()));
    }

    #[test]
    fn a_panic_in_the_writer_is_a_failure_and_leaves_nobody_waiting() {
        let store = Store::in_memory();
        let panicked = store.write(|_| -> Result<(), Trouble> { panic!("planted") });
        assert!(matches!(panicked.wait(), Err(StoreError::Unavailable(_))));
        store.close();
        assert_eq!(store.health(), Health::Failed("the writer panicked".to_owned()));
        assert!(matches!(store.beat("a", 1).wait(), Err(StoreError::Unavailable(_))));
    }

    #[test]
    fn closing_finishes_what_waits_and_refuses_the_rest() {
        let store = Store::in_memory();
        let waiting = store.beat("a", 1);
        store.close();
        assert_eq!(waiting.wait(), Ok(()));
        assert!(matches!(store.beat("b", 1).wait(), Err(StoreError::Unavailable(_))));
    }
}
