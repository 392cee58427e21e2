//! The address that was checked is the one connected to, and TLS is verified.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::receiver::{Receiver, Reply, certificate};
use crate::scene::{add, deliver_with, hurried, store_for};
use common::Mode;
use webhooks::{AddressRules, DeliverySettings, HttpSender, Resolver, Resolving};

/// A resolver that returns these answers in turn, and then the last one forever.
struct Script {
    answers: Vec<Vec<SocketAddr>>,
    asked: AtomicUsize,
}

impl Resolver for Script {
    fn resolve(&self, _: String, _: u16) -> Resolving {
        let turn = self.asked.fetch_add(1, Ordering::Relaxed).min(self.answers.len() - 1);
        let answer = self.answers[turn].clone();
        Box::pin(async move { Ok(answer) })
    }
}

fn script(answers: &[&[SocketAddr]]) -> Arc<Script> {
    let answers = answers.iter().map(|answer| answer.to_vec()).collect();
    Arc::new(Script { answers, asked: AtomicUsize::new(0) })
}

/// Delivers one event to a URL and compares the error of each attempt.
async fn check(url: &str, settings: &DeliverySettings, resolver: Arc<dyn Resolver>, expected: &[&str]) {
    let store = store_for("acme", url).await;
    add(&store, "acme", &["a1"]).await;
    let sender = HttpSender::with_resolver(settings, resolver);
    deliver_with(&store, settings, sender, "acme").await;
    let attempts =
        store.attempts(&"acme".into(), Mode::Live, &"a1".into()).await.expect("the log can be read");
    let problems: Vec<_> = attempts.into_iter().map(|attempt| attempt.error.unwrap_or_default()).collect();
    assert_eq!(problems, expected);
}

const FORBIDDEN: [&str; 6] = ["the host is not a public address"; 6];

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_and_nothing_is_connected() {
    let canary = Receiver::start_secure(|_, _| Reply::Status(200)).await;
    let inside = canary.address;
    let public = SocketAddr::from(([93, 184, 216, 34], inside.port()));
    let mapped = SocketAddr::new("::ffff:127.0.0.1".parse().unwrap(), inside.port());
    let url = format!("https://receiver.example:{}/", inside.port());
    let settings =
        DeliverySettings { rules: AddressRules::default(), authorities: vec![certificate()], ..hurried() };
    for answer in [&[inside][..], &[mapped], &[public, inside], &[inside, public]] {
        check(&url, &settings, script(&[answer]), &FORBIDDEN).await;
    }
    assert!(canary.received().is_empty());
}

#[tokio::test]
async fn a_name_that_changes_its_address_between_attempts_is_checked_again() {
    let receiver = Receiver::start(|_, _| Reply::Lost).await;
    let metadata = SocketAddr::from(([169, 254, 169, 254], 8080));
    let resolver = script(&[&[receiver.address], &[metadata]]);
    let store = store_for("acme", "http://receiver.example:8080/").await;
    add(&store, "acme", &["a1"]).await;
    let sender = HttpSender::with_resolver(&hurried(), Arc::clone(&resolver) as Arc<dyn Resolver>);
    deliver_with(&store, &hurried(), sender, "acme").await;
    let attempts =
        store.attempts(&"acme".into(), Mode::Live, &"a1".into()).await.expect("the log can be read");
    let refused = |attempt: &&store::Attempt| attempt.error.as_deref() == Some(FORBIDDEN[0]);
    assert_eq!((attempts.len(), attempts.iter().filter(refused).count()), (6, 5));
    assert_eq!((resolver.asked.load(Ordering::Relaxed), receiver.received().len()), (6, 1));
}

#[tokio::test]
async fn an_endpoint_that_was_allowed_in_development_is_refused_in_service() {
    let canary = Receiver::start(|_, _| Reply::Status(200)).await;
    let settings =
        DeliverySettings { rules: AddressRules { allow_http: true, ..AddressRules::default() }, ..hurried() };
    check(&canary.url("http"), &settings, script(&[&[canary.address]]), &FORBIDDEN).await;
    assert!(canary.received().is_empty());
}

#[tokio::test]
async fn a_trusted_certificate_is_accepted_for_its_name_and_its_address() {
    let receiver = Receiver::start_secure(|_, _| Reply::Status(200)).await;
    let settings = DeliverySettings { authorities: vec![certificate()], ..hurried() };
    let by_name = format!("https://localhost:{}/", receiver.address.port());
    for url in [receiver.url("https"), by_name] {
        check(&url, &settings, script(&[&[receiver.address]]), &[""]).await;
    }
    assert_eq!(receiver.received().len(), 2);
}

#[tokio::test]
async fn an_unknown_certificate_a_foreign_name_and_plain_text_are_no_tls() {
    let secure = Receiver::start_secure(|_, _| Reply::Status(200)).await;
    let plain = Receiver::start(|_, _| Reply::Status(200)).await;
    let trusting = DeliverySettings { authorities: vec![certificate()], ..hurried() };
    let foreign = format!("https://foreign.example:{}/", secure.address.port());
    let mut problems = Vec::new();
    for (url, settings, address) in [
        (secure.url("https"), &hurried(), secure.address),
        (foreign, &trusting, secure.address),
        (plain.url("https"), &trusting, plain.address),
    ] {
        let store = store_for("acme", &url).await;
        add(&store, "acme", &["a1"]).await;
        let sender = HttpSender::with_resolver(settings, script(&[&[address]]));
        deliver_with(&store, settings, sender, "acme").await;
        let attempts =
            store.attempts(&"acme".into(), Mode::Live, &"a1".into()).await.expect("the log can be read");
        problems.extend(attempts.into_iter().filter_map(|attempt| attempt.error));
    }
    assert_eq!(problems.len(), 18);
    assert!(problems.iter().all(|problem| problem.starts_with("the TLS handshake failed")), "{problems:?}");
    assert!(secure.received().is_empty() && plain.received().is_empty());
}
