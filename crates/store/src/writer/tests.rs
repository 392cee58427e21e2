//! The writer when requests pile up, are refused, or find it stopped.

use std::sync::mpsc;
use std::task::{Context, Waker};

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
