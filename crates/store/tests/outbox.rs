//! The outbox: every event is sent at least once, in order per session, until it is delivered or dead.

use common::{EventId, Mode, Named, OutboxState, SessionId};
use store::{
    Attempt, Attempts, EndpointRow, FeedStart, Lease, OutboxEntry, OutboxRow, ReplayScope, Store, StoreError,
    Tenant, Verdict,
};

const LEASE_MS: i64 = 30_000;

/// Adds events named like `a1`: the session, then the number.
fn add(store: &Store, tenant: &str, names: &[&str]) {
    let row = |name: &&str| OutboxRow {
        id: EventId::from(*name),
        tenant: tenant.into(),
        session: SessionId::from(&name[..1]),
        event: "game.move".to_owned(),
        body: format!("{{\"id\":\"{name}\"}}"),
        ..OutboxRow::default()
    };
    store.add_events(names.iter().map(row).collect()).wait().expect("the events are new");
}

fn take(store: &Store, now_ms: i64, per_tenant: u32) -> Vec<OutboxEntry> {
    let lease = Lease { now_ms, until_ms: now_ms + LEASE_MS, limit: 100, per_tenant, ..Lease::default() };
    store.take_due(lease).wait().expect("taking works")
}

/// Takes due events and compares their names.
fn check(store: &Store, now_ms: i64, expected: &str) {
    let names: Vec<String> = take(store, now_ms, 100).into_iter().map(|entry| entry.row.id.0).collect();
    assert_eq!(names.join(" "), expected);
}

fn report(store: &Store, name: &str, at_ms: i64, verdict: Verdict) -> bool {
    let status = if verdict == Verdict::Delivered { 200 } else { 500 };
    let id = format!("{name}@{at_ms}");
    let attempt = Attempt { id, at_ms, status: Some(status), duration_ms: 12, error: None };
    store.record_attempt(&name.into(), attempt, verdict).wait().expect("reporting works")
}

#[test]
fn a_later_event_of_a_session_waits_until_the_earlier_is_delivered_or_dead() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "a2", "b1", "a3"]);
    check(&store, 0, "a1 b1");
    check(&store, 1, "");
    report(&store, "a1", 1, Verdict::RetryAt(5000));
    check(&store, 4999, "");
    check(&store, 5000, "a1");
    report(&store, "a1", 5001, Verdict::Delivered);
    check(&store, 5001, "a2");
    report(&store, "a2", 5002, Verdict::Dead);
    check(&store, 5002, "a3");
}

#[test]
fn an_event_whose_worker_died_is_due_again_when_the_lease_ends() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "a2"]);
    check(&store, 0, "a1");
    check(&store, LEASE_MS - 1, "");
    check(&store, LEASE_MS, "a1");
}

#[test]
fn leases_of_a_server_that_is_gone_end_at_once_and_waits_do_not() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "a2", "b1", "c1"]);
    check(&store, 0, "a1 b1 c1");
    report(&store, "b1", 1, Verdict::RetryAt(5000));
    report(&store, "c1", 1, Verdict::Delivered);
    assert_eq!(store.release_leases(2).wait(), Ok(1));
    check(&store, 2, "a1");
    report(&store, "a1", 3, Verdict::Delivered);
    check(&store, 3, "a2");
    check(&store, 5000, "b1");
}

#[test]
fn a_tenant_with_many_events_does_not_crowd_out_another() {
    let store = Store::in_memory();
    add(&store, "busy", &["a1", "b1", "c1", "d1", "e1"]);
    add(&store, "quiet", &["q1"]);
    let names: Vec<String> = take(&store, 0, 2).into_iter().map(|entry| entry.row.id.0).collect();
    assert_eq!(names, ["a1", "b1", "q1"]);
}

#[test]
fn a_tenant_with_events_under_way_gets_what_is_left_of_its_share() {
    let store = Store::in_memory();
    add(&store, "busy", &["a1", "b1", "c1"]);
    add(&store, "full", &["f1"]);
    add(&store, "quiet", &["q1", "r1"]);
    let shares = [("busy".into(), 1), ("full".into(), 0)].into();
    let lease = Lease { until_ms: LEASE_MS, limit: 100, per_tenant: 2, shares, ..Lease::default() };
    let taken = store.take_due(lease).wait().unwrap();
    assert_eq!(taken.iter().map(|entry| entry.row.id.as_str()).collect::<Vec<_>>(), ["a1", "q1", "r1"]);
}

#[test]
fn an_event_id_is_used_once() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1"]);
    let again = OutboxRow { id: "a1".into(), ..OutboxRow::default() };
    assert_eq!(store.add_events(vec![again]).wait(), Err(StoreError::Taken("event id")));
}

#[test]
fn every_attempt_is_logged_and_only_the_owner_reads_it() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1"]);
    report(&store, "a1", 1, Verdict::RetryAt(2));
    report(&store, "a1", 2, Verdict::Delivered);
    let statuses = |tenant: &str| {
        let attempts = store.attempts(&tenant.into(), Mode::Live, &"a1".into()).wait().unwrap();
        attempts.into_iter().map(|attempt| attempt.status.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(statuses("acme"), [500, 200]);
    assert!(statuses("other").is_empty());
}

#[test]
fn attempts_are_listed_in_the_order_they_were_made_page_by_page() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "b1"]);
    report(&store, "a1", 1, Verdict::RetryAt(3));
    report(&store, "b1", 2, Verdict::Delivered);
    report(&store, "a1", 3, Verdict::Delivered);
    let page = |tenant: &str, after: Option<&str>, limit| {
        let page =
            store.deliveries(&tenant.into(), Mode::Live, Attempts::All, after.map(str::to_owned), limit);
        let lines = page.wait()?.into_iter();
        Ok(lines.map(|line| format!("{}#{} ", line.attempt.id, line.number)).collect::<String>())
    };
    assert_eq!(page("acme", None, 2), Ok("a1@3#2 b1@2#1 ".to_owned()));
    assert_eq!(page("acme", Some("b1@2"), 2), Ok("a1@1#1 ".to_owned()));
    assert_eq!(page("other", None, 2), Ok(String::new()));
    let refusal = StoreError::UnknownPage;
    assert_eq!(page("other", Some("b1@2"), 2), Err(refusal));
}

#[test]
fn a_late_report_reopens_nothing_but_may_say_that_it_arrived() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "b1"]);
    assert!(report(&store, "a1", 1, Verdict::Delivered));
    assert!(!report(&store, "a1", 2, Verdict::RetryAt(3)));
    assert!(report(&store, "b1", 1, Verdict::Dead));
    assert!(report(&store, "b1", 2, Verdict::Delivered));
    check(&store, LEASE_MS * 2, "");
    assert!(!report(&store, "nobody", 1, Verdict::Delivered));
}

#[test]
fn a_replay_keeps_the_id_and_the_order() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "a2", "a3"]);
    report(&store, "a1", 1, Verdict::Dead);
    assert_eq!(store.replay(&"other".into(), Mode::Live, &"a1".into(), 2).wait(), Ok(false));
    assert_eq!(store.replay(&"acme".into(), Mode::Test, &"a1".into(), 2).wait(), Ok(false));
    assert_eq!(store.replay(&"acme".into(), Mode::Live, &"a2".into(), 2).wait(), Ok(false));
    assert_eq!(store.replay(&"acme".into(), Mode::Live, &"a1".into(), 2).wait(), Ok(true));
    check(&store, 2, "a1");
    report(&store, "a1", 3, Verdict::Delivered);
    check(&store, 3, "a2");
    assert_eq!(store.attempts(&"acme".into(), Mode::Live, &"a1".into()).wait().unwrap().len(), 2);
}

#[test]
fn events_since_a_time_are_replayed_together() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "b1", "c1"]);
    add(&store, "other", &["o1"]);
    report(&store, "a1", 1, Verdict::Dead);
    report(&store, "b1", 1, Verdict::Delivered);
    report(&store, "o1", 1, Verdict::Dead);
    let replayed =
        |which, since_ms| store.replay_since(&"acme".into(), Mode::Live, which, since_ms, 9, 100).wait();
    assert_eq!(replayed(ReplayScope::Dead, 1), Ok(0));
    assert_eq!(replayed(ReplayScope::Dead, 0), Ok(1));
    check(&store, 9, "a1 c1");
    assert_eq!(replayed(ReplayScope::All, 0), Ok(1));
    check(&store, 9, "b1");
}

#[test]
fn the_owner_sees_what_became_of_each_event() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "a2", "b1"]);
    report(&store, "a1", 1, Verdict::Dead);
    let names = |state, before| {
        let page = store.outbox(&"acme".into(), Mode::Live, state, before, 10).wait().unwrap();
        page.into_iter().map(|entry| entry.row.id.0).collect::<Vec<_>>()
    };
    assert_eq!(names(None, None), ["b1", "a2", "a1"]);
    assert_eq!(names(Some(OutboxState::Dead), None), ["a1"]);
    assert_eq!(names(None, Some(2)), ["a1"]);
}

#[test]
fn an_endpoint_belongs_to_a_tenant_and_mode() {
    let store = Store::in_memory();
    store.create_tenant(Tenant { id: "acme".into(), ..Tenant::default() }).wait().unwrap();
    let endpoint = EndpointRow {
        tenant: "acme".into(),
        mode: Mode::Live,
        url: "https://acme.example/hook".to_owned(),
        events: vec!["game.ended".to_owned()],
        secret: "new".to_owned(),
        previous_secret: Some(("old".to_owned(), 5)),
        disabled: Some((7, "410".to_owned())),
    };
    store.set_endpoint(endpoint.clone()).wait().unwrap();
    assert!(store.endpoint(&"acme".into(), Mode::Live).wait().unwrap() == Some(endpoint));
    assert!(store.endpoint(&"acme".into(), Mode::Test).wait().unwrap().is_none());
    assert_eq!(store.remove_endpoint(&"acme".into(), Mode::Live).wait(), Ok(true));
    assert!(store.endpoint(&"acme".into(), Mode::Live).wait().unwrap().is_none());
}

#[test]
fn only_endpoints_that_are_switched_on_subscribe() {
    let store = Store::in_memory();
    let endpoint = |tenant: &str, mode| EndpointRow {
        tenant: tenant.into(),
        mode,
        url: "https://acme.example/hook".to_owned(),
        ..EndpointRow::default()
    };
    for tenant in ["acme", "gone"] {
        store.create_tenant(Tenant { id: tenant.into(), ..Tenant::default() }).wait().unwrap();
        store.set_endpoint(endpoint(tenant, Mode::Live)).wait().unwrap();
    }
    store.set_endpoint(endpoint("acme", Mode::Test)).wait().unwrap();
    let subscribed = || {
        let found = store.subscriptions().wait().unwrap().into_iter();
        found.map(|found| format!("{} {}", found.tenant, found.mode.name())).collect::<Vec<_>>()
    };
    let disable = |url| store.disable_endpoint(&"gone".into(), Mode::Live, url, 5, "410").wait();
    assert_eq!(disable("https://moved.example/"), Ok(false));
    assert_eq!(disable("https://acme.example/hook"), Ok(true));
    assert_eq!(subscribed(), ["acme live"]);
    assert_eq!(store.set_test_webhooks(&"acme".into(), true).wait(), Ok(true));
    assert_eq!(subscribed(), ["acme live", "acme test"]);
    assert!(store.tenant(&"acme".into()).wait().unwrap().unwrap().settings.test_webhooks);
    assert_eq!(store.set_test_webhooks(&"acme".into(), false).wait(), Ok(true));
    assert_eq!(subscribed(), ["acme live"]);
}

#[test]
fn a_feed_gives_events_in_order_from_any_place_and_to_their_tenant_alone() {
    let store = Store::in_memory();
    add(&store, "acme", &["a1", "b1"]);
    add(&store, "other", &["o1"]);
    add(&store, "acme", &["a2"]);
    let check = |tenant: &str, start: FeedStart, expected: &str| {
        let after = store.feed_start(&tenant.into(), Mode::Live, start).wait().expect("the place is known");
        let found = store.feed(&tenant.into(), Mode::Live, after, 10).wait().expect("the feed can be read");
        let names: Vec<_> = found.into_iter().map(|entry| entry.row.id.0).collect();
        assert_eq!(names.join(" "), expected);
    };
    check("acme", FeedStart::Oldest, "a1 b1 a2");
    check("acme", FeedStart::After("a1".into()), "b1 a2");
    check("acme", FeedStart::Time(0), "a1 b1 a2");
    check("acme", FeedStart::Time(1), "");
    check("acme", FeedStart::Now, "");
    check("nobody", FeedStart::Now, "");
    let foreign = store.feed_start(&"acme".into(), Mode::Live, FeedStart::After("o1".into())).wait();
    assert_eq!(foreign, Err(StoreError::UnknownPage));
}

#[test]
fn an_event_that_is_only_heard_is_delivered_to_nobody_until_it_is_replayed() {
    let store = Store::in_memory();
    let heard =
        OutboxRow { id: "h1".into(), tenant: "acme".into(), is_only_heard: true, ..OutboxRow::default() };
    store.add_events(vec![heard]).wait().unwrap();
    check(&store, 1, "");
    let replayed = store.replay_since(&"acme".into(), Mode::Live, ReplayScope::All, 0, 1, 10).wait();
    assert_eq!(replayed, Ok(0));
    assert_eq!(store.replay(&"acme".into(), Mode::Live, &"h1".into(), 1).wait(), Ok(true));
    check(&store, 1, "h1");
}

#[test]
fn whoever_listens_is_remembered_as_long_as_it_said() {
    let store = Store::in_memory();
    store.listen(&"acme".into(), Mode::Test, 0, 60).wait().unwrap();
    store.listen(&"acme".into(), Mode::Test, 10, 50).wait().unwrap();
    assert_eq!(store.listened(59).wait(), Ok(vec![("acme".into(), Mode::Test)]));
    assert_eq!(store.listened(60).wait(), Ok(vec![]));
}
