//! The writer when requests pile up, are refused, or find it stopped.

#[path = "../../tests/folder/mod.rs"]
mod folder;

use std::sync::mpsc;
use std::task::{Context, Waker};

use self::folder::Folder;
use crate::error::WorkError;
use crate::sql::Database;
use crate::{Options, Store, StoreAnswer, StoreError, StoreHealth};

/// Blocks the writer until the sender is dropped, so that later requests pile up.
fn hold(store: &Store) -> mpsc::Sender<()> {
    let (release, held) = mpsc::channel::<()>();
    let (holding, started) = mpsc::channel();
    drop(store.write_alone(move |_| {
        holding.send(()).unwrap();
        // Returns an error when the sender is dropped, which is the signal.
        let _ = held.recv();
        Ok(())
    }));
    started.recv().unwrap();
    release
}

fn beat(db: &Database, node: &str) -> Result<(), WorkError> {
    crate::sql::change(db, "INSERT INTO heartbeats (node, at_ms) VALUES (?1, 0)", [node])?;
    Ok(())
}

fn is_pending<T>(answer: &mut StoreAnswer<T>) -> bool {
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
        Ok((is_pending(&mut first), db.sqlite().is_some_and(rusqlite::Connection::is_autocommit), first))
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
    assert_eq!(store.last_heartbeat("half done").wait(), Ok(None));
    assert_eq!(store.last_heartbeat("after").wait(), Ok(Some(0)));
}

#[test]
fn a_full_queue_is_overloaded_and_recovers() {
    let store = Store::in_memory_with(&Options { queue: 2, ..Options::default() });
    let held = hold(&store);
    let waiting = [store.heartbeat("a", 1), store.heartbeat("b", 1)];
    assert_eq!(store.waiting_writes(), 2);
    assert_eq!(store.heartbeat("c", 1).wait(), Err(StoreError::Overloaded));
    drop(held);
    for answer in waiting {
        assert_eq!(answer.wait(), Ok(()));
    }
    assert_eq!(store.heartbeat("c", 1).wait(), Ok(()));
}

#[test]
fn a_panic_in_the_writer_is_a_failure_and_leaves_nobody_waiting() {
    let store = Store::in_memory();
    let panicked = store.write(|_| -> Result<(), WorkError> { panic!("planted") });
    assert!(matches!(panicked.wait(), Err(StoreError::Unavailable(_))));
    store.close();
    assert_eq!(store.health(), StoreHealth::Failed("the writer panicked".to_owned()));
    assert!(matches!(store.heartbeat("a", 1).wait(), Err(StoreError::Unavailable(_))));
}

#[test]
fn closing_finishes_what_waits_and_refuses_the_rest() {
    let store = Store::in_memory();
    let waiting = store.heartbeat("a", 1);
    store.close();
    assert_eq!(waiting.wait(), Ok(()));
    assert!(matches!(store.heartbeat("b", 1).wait(), Err(StoreError::Unavailable(_))));
}

/// A store in a directory whose commits do not wait for the disk.
fn fast_store(folder: &std::path::Path) -> Store {
    Store::open(folder, &Options { durability: crate::Durability::Fast, ..Options::default() }).unwrap()
}

/// Writes the heartbeat of a node as an append writes events.
fn beat_at_once(store: &Store, node: &'static str) -> StoreAnswer<()> {
    let (job, answer) = crate::job::job(move |db| beat(db, node));
    store.write_job_at_once(job);
    answer
}

#[test]
fn a_commit_that_does_not_wait_for_the_disk_is_made_on_the_thread_of_its_caller() {
    let folder = Folder::new();
    let store = fast_store(folder.path());
    let here = std::thread::current().id();
    let (job, mut answer) = crate::job::job(move |db| {
        beat(db, "here")?;
        Ok(std::thread::current().id() == here)
    });
    store.write_job_at_once(job);
    assert!(!is_pending(&mut answer), "it is answered when the call returns");
    assert_eq!(store.last_heartbeat("here").wait(), Ok(Some(0)));
}

#[test]
fn a_commit_behind_others_waits_for_them_on_the_thread_of_the_writer() {
    let folder = Folder::new();
    let store = fast_store(folder.path());
    let held = hold(&store);
    let mut first = beat_at_once(&store, "first");
    assert!(is_pending(&mut first));
    drop(held);
    assert_eq!(first.wait(), Ok(()));
}

#[test]
fn while_another_program_holds_the_database_a_caller_does_not_wait_for_it() {
    let folder = Folder::new();
    let store = fast_store(folder.path());
    let other = rusqlite::Connection::open(folder.path().join(crate::lock::DATABASE)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut waiting = beat_at_once(&store, "patient");
    assert!(is_pending(&mut waiting), "the writer waits for the lock");
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(waiting.wait(), Ok(()));
}

#[test]
fn a_panic_in_a_commit_of_a_caller_ends_the_store() {
    let folder = Folder::new();
    let store = fast_store(folder.path());
    let panicking = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let (job, _) = crate::job::job(|_| -> Result<(), WorkError> { panic!("as asked") });
        store.write_job_at_once(job);
    }));
    assert!(panicking.is_err());
    assert!(matches!(store.health(), StoreHealth::Failed(_)));
    assert!(matches!(beat_at_once(&store, "late").wait(), Err(StoreError::Unavailable(_))));
}
