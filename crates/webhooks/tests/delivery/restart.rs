//! A server killed in the middle of a delivery loses no event.

use std::path::PathBuf;
use std::time::Duration;

use crate::receiver::{Receiver, Reply};
use crate::scene::{add, deliver, hurried, subscribe};
use common::OutboxState;
use store::{Options, Store};
use webhooks::{DeliverySettings, Dispatcher, Notifier};

/// A directory that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-webhooks-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Kills a dispatcher at its first delivery, reopens the store, and compares what arrived.
async fn check(events: &[&str], arrived: &str) {
    let folder = Folder::new("restart");
    let receiver =
        Receiver::start(|_, earlier| if earlier == 0 { Reply::Hang } else { Reply::Status(200) }).await;
    let store = Store::open(&folder.0, &Options::default()).expect("the store can be opened");
    subscribe(&store, "acme", &receiver.url("http")).await;
    add(&store, "acme", events).await;
    // The lease outlives the test.
    let settings = DeliverySettings {
        timeout: Duration::from_secs(1800),
        lease: Duration::from_secs(3600),
        ..hurried()
    };
    let running = tokio::spawn(
        Dispatcher::new(store.clone(), settings, Notifier::default()).run(std::future::pending()),
    );
    while receiver.received().is_empty() {
        tokio::task::yield_now().await;
    }
    running.abort();
    running.await.expect_err("it was killed");
    store.close();
    drop(store);
    let store = Store::open(&folder.0, &Options::default()).expect("the store can be opened");
    let settled = deliver(&store, &hurried(), "acme").await;
    assert!(settled.iter().all(|event| event.state == OutboxState::Delivered));
    let ids: Vec<_> = receiver.received().iter().map(|request| request.field("id")).collect();
    assert_eq!(ids.join(" "), arrived);
}

#[tokio::test]
async fn what_was_under_way_is_sent_again_at_once_and_the_rest_follows_in_order() {
    check(&["a1", "a2", "a3"], "a1 a1 a2 a3").await;
}
