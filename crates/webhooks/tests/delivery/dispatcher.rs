//! Every event arrives at least once, in order per session, whatever the receiver does.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::receiver::{Received, Receiver, Reply};
use crate::scene::{PATIENCE, add, deliver, endpoint, hurried, settled, store_for, subscribe};
use common::{Mode, Named};
use store::{Attempt, Store};
use webhooks::{DeliverySettings, Dispatcher, Notifier};

/// Delivers events to a receiver with this behaviour; compares what arrived and the final state of each
/// event.
async fn check(
    behaviour: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static,
    events: &str,
    arrived: &str,
    ended: &str,
) -> (Store, Receiver) {
    let receiver = Receiver::start(behaviour).await;
    let store = store_for("acme", &receiver.url("http")).await;
    add(&store, "acme", &events.split(' ').collect::<Vec<_>>()).await;
    let settled = deliver(&store, &hurried(), "acme").await;
    assert_eq!(ids(&receiver), arrived);
    let states: Vec<_> = settled.iter().map(|event| event.state.name()).collect();
    assert_eq!(states.join(" "), ended);
    (store, receiver)
}

fn ids(receiver: &Receiver) -> String {
    receiver.received().iter().map(|request| request.field("id")).collect::<Vec<_>>().join(" ")
}

async fn attempts(store: &Store, event: &str) -> Vec<Attempt> {
    store.attempts(&"acme".into(), Mode::Live, &event.into()).await.expect("the log can be read")
}

#[tokio::test]
async fn events_of_a_session_arrive_in_order() {
    let (_, receiver) =
        check(|_, _| Reply::Status(200), "a1 a2 a3", "a1 a2 a3", "delivered delivered delivered").await;
    let request = &receiver.received()[0];
    assert_eq!(request.header("request"), "POST /hook?for=acme HTTP/1.1");
    assert_eq!(request.header("host"), receiver.address.to_string());
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.header("x-betagamer-event"), "game.move");
    assert_eq!(request.header("webhook-id"), "a1");
}

#[tokio::test]
async fn a_retry_has_the_same_id_another_delivery_and_comes_before_later_events() {
    let fail_first = |_: &Received, earlier| Reply::Status(if earlier < 2 { 500 } else { 204 });
    let (store, receiver) = check(fail_first, "a1 a2", "a1 a1 a1 a2", "delivered delivered").await;
    let deliveries: BTreeSet<_> =
        receiver.received().iter().map(|request| request.field("deliveryId")).collect();
    assert_eq!(deliveries.len(), 4);
    for (request, attempt) in receiver.received().iter().zip(attempts(&store, "a1").await) {
        assert_eq!(request.header("webhook-id"), "a1");
        assert_eq!(request.header("x-betagamer-delivery"), request.field("deliveryId"));
        assert_eq!(attempt.id, request.field("deliveryId"));
    }
    let statuses: Vec<_> = attempts(&store, "a1").await.into_iter().map(|attempt| attempt.status).collect();
    assert_eq!(statuses, [Some(500), Some(500), Some(204)]);
}

#[tokio::test]
async fn an_event_is_given_up_after_the_retries_of_the_plan_and_the_next_one_goes() {
    let refuse_first =
        |request: &Received, _| Reply::Status(if request.field("id") == "a1" { 400 } else { 200 });
    check(refuse_first, "a1 a2", "a1 a1 a1 a1 a1 a1 a2", "dead delivered").await;
}

#[tokio::test]
async fn a_receiver_that_hangs_is_left_alone_after_the_timeout() {
    let hang_once = |_: &Received, earlier| if earlier == 0 { Reply::Hang } else { Reply::Status(200) };
    let (store, _) = check(hang_once, "a1", "a1 a1", "delivered").await;
    let first = &attempts(&store, "a1").await[0];
    assert_eq!((first.status, first.error.as_deref()), (None, Some("the receiver did not answer within 5s")));
}

#[tokio::test]
async fn a_lost_reply_means_a_second_delivery_of_the_same_event() {
    let lose_once = |_: &Received, earlier| if earlier == 0 { Reply::Lost } else { Reply::Status(200) };
    let (store, receiver) = check(lose_once, "a1", "a1 a1", "delivered").await;
    let error = attempts(&store, "a1").await[0].error.clone().unwrap();
    let bodies: BTreeSet<_> = receiver
        .received()
        .iter()
        .map(|request| request.body.replace(&request.field("deliveryId"), "this delivery"))
        .collect();
    assert_eq!((receiver.received().len(), bodies.len()), (2, 1), "only the name of the delivery differs");
    assert!(error.starts_with("the receiver broke the connection"), "{error}");
}

#[tokio::test]
async fn a_receiver_that_asks_for_time_is_left_alone_so_long() {
    let receiver = Receiver::start(|_, _| Reply::Later(600)).await;
    let store = store_for("acme", &receiver.url("http")).await;
    add(&store, "acme", &["a1"]).await;
    let dispatcher = Dispatcher::new(store.clone(), hurried(), Notifier::default());
    let running = tokio::spawn(dispatcher.run(std::future::pending()));
    while attempts(&store, "a1").await.is_empty() {
        tokio::task::yield_now().await;
    }
    running.abort();
    let attempt = &attempts(&store, "a1").await[0];
    let event = store.event(&"a1".into()).await.unwrap().unwrap();
    assert_eq!((attempt.status, event.state.name()), (Some(429), "open"));
    assert!(event.next_ms.unwrap() >= attempt.at_ms + 600_000, "tried again before the receiver wants it");
}

#[tokio::test]
async fn a_body_without_end_is_not_read_to_its_end() {
    check(|_, _| Reply::Huge, "a1 a2", "a1 a2", "delivered delivered").await;
    check(|_, _| Reply::Drip, "a1 a2", "a1 a2", "delivered delivered").await;
}

#[tokio::test]
async fn a_redirect_is_a_failure_and_is_not_followed() {
    let canary = Receiver::start(|_, _| Reply::Status(200)).await;
    let port = canary.address.port();
    let redirect = move |_: &Received, _| Reply::Redirect(port);
    let (store, _) = check(redirect, "a1", "a1 a1 a1 a1 a1 a1", "dead").await;
    let error = attempts(&store, "a1").await[0].error.clone();
    assert_eq!(error.as_deref(), Some("the receiver answered 302: redirects are not followed"));
    assert!(canary.received().is_empty());
}

#[tokio::test]
async fn gone_disables_the_endpoint_and_a_replay_brings_the_events_later() {
    let gone_once = |_: &Received, earlier| Reply::Status(if earlier == 0 { 410 } else { 200 });
    let (store, receiver) = check(gone_once, "a1 a2", "a1", "dead dead").await;
    let error = attempts(&store, "a2").await[0].error.clone();
    assert_eq!(error.as_deref(), Some("the endpoint is disabled: the receiver answered 410 Gone"));
    store.set_endpoint(endpoint("acme", &receiver.url("http"))).await.unwrap();
    let replayed = store.replay_since(&"acme".into(), Mode::Live, store::ReplayScope::Dead, 0, 1, 10).await;
    assert_eq!(replayed, Ok(2));
    deliver(&store, &hurried(), "acme").await;
    assert_eq!(ids(&receiver), "a1 a1 a2");
}

#[tokio::test]
async fn an_event_without_an_endpoint_waits_for_a_replay() {
    let store = store_for("acme", "https://example.com/").await;
    store.remove_endpoint(&"acme".into(), Mode::Live).await.unwrap();
    add(&store, "acme", &["a1"]).await;
    let events = deliver(&store, &hurried(), "acme").await;
    assert_eq!(events[0].state.name(), "dead");
    assert_eq!(attempts(&store, "a1").await[0].error.as_deref(), Some("there is no webhook endpoint"));
}

#[tokio::test]
async fn a_tenant_that_hangs_does_not_delay_another() {
    let (hanging, quick) =
        (Receiver::start(|_, _| Reply::Hang).await, Receiver::start(|_, _| Reply::Status(200)).await);
    let store = store_for("hanging", &hanging.url("http")).await;
    subscribe(&store, "acme", &quick.url("http")).await;
    add(&store, "hanging", &["p1", "q1", "r1", "s1", "t1", "u1", "v1", "w1"]).await;
    add(&store, "acme", &["a1", "a2", "a3", "b1", "b2", "b3"]).await;
    // The timeout of a hanging delivery is longer than this test may take.
    let patient = PATIENCE * 2;
    let settings =
        DeliverySettings { timeout: patient, lease: patient, at_once: 4, at_once_per_tenant: 2, ..hurried() };
    let settings = DeliverySettings { grace: Duration::ZERO, ..settings };
    deliver(&store, &settings, "acme").await;
    assert_eq!((quick.received().len(), hanging.received().len()), (6, 2));
}

#[tokio::test]
async fn the_bell_brings_the_courier_at_once() {
    let receiver = Receiver::start(|_, _| Reply::Status(200)).await;
    let store = store_for("acme", &receiver.url("http")).await;
    let notifier = Notifier::default();
    let settings = DeliverySettings { poll: Duration::from_secs(3600), ..hurried() };
    let dispatcher = Dispatcher::new(store.clone(), settings, notifier.clone());
    let running = tokio::spawn(dispatcher.run(std::future::pending()));
    for event in ["a1", "a2"] {
        add(&store, "acme", &[event]).await;
        notifier.notify();
        let settled = tokio::time::timeout(PATIENCE, settled(&store, "acme")).await;
        settled.expect("the dispatcher came");
    }
    running.abort();
    assert_eq!(ids(&receiver), "a1 a2");
}

#[tokio::test]
async fn a_delivery_under_way_is_finished_when_the_courier_stops() {
    let receiver = Receiver::start(|_, _| Reply::Drip).await;
    let store = store_for("acme", &receiver.url("http")).await;
    add(&store, "acme", &["a1"]).await;
    let seen = receiver.clone();
    let shutdown = async move {
        while seen.received().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    Dispatcher::new(store.clone(), hurried(), Notifier::default()).run(shutdown).await;
    assert_eq!(attempts(&store, "a1").await.len(), 1);
}
