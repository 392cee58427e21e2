//! `parlour webhooks`: endpoints, deliveries and replays on a data directory.

use crate::binary::{Folder, Told, run};
use common::Mode;
use serde_json::Value;
use store::{Attempt, Options, OutboxRow, Store, Verdict};

const URL: &str = "https://acme.example/hook";

/// A data directory with the tenant `acme`.
struct Office {
    _folder: Folder,
    data: String,
}

impl Office {
    fn open() -> Office {
        let folder = Folder::new();
        let data = folder.path("data");
        let office = Office { _folder: folder, data };
        assert_eq!(office.tell(&["tenants", "create", "acme"]).code, 0);
        office
    }

    fn tell(&self, arguments: &[&str]) -> Told {
        run(&[arguments, &["--data", &self.data]].concat())
    }

    /// Runs a command about the endpoint of `acme` that succeeds and prints JSON.
    fn json(&self, command: &str, arguments: &[&str]) -> Value {
        let told = self.tell(&[&["webhooks", command, "--tenant", "acme", "--json"], arguments].concat());
        assert_eq!((told.code, told.err.as_str()), (0, ""), "{command} {arguments:?}");
        serde_json::from_str(&told.out).unwrap()
    }

    fn check_refusal(&self, arguments: &[&str], code: i32, words: &str) {
        let told = self.tell(arguments);
        assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (code, "", words));
    }

    /// Puts an event of a test game into the outbox; a dead one has been tried once.
    fn event(&self, id: &str, is_given_up: bool) {
        let store = Store::open(std::path::Path::new(&self.data), &Options::default()).unwrap();
        let row = OutboxRow {
            id: id.into(),
            tenant: "acme".into(),
            mode: Mode::Test,
            session: id.into(),
            event: "game.ended".to_owned(),
            created_ms: 1_773_565_200_000,
            ..OutboxRow::default()
        };
        store.add_events(vec![row]).wait().unwrap();
        if is_given_up {
            let error = Some("the receiver answered 500, not 2xx".to_owned());
            let attempt = Attempt {
                id: format!("dlv_{id}"),
                at_ms: 1_773_565_200_000,
                status: Some(500),
                duration_ms: 7,
                error,
            };
            store.record_attempt(&id.into(), attempt, Verdict::Dead).wait().unwrap();
        }
    }
}

#[test]
fn an_endpoint_shows_its_secret_once_and_is_changed_only_when_asked_to() {
    let office = Office::open();
    let added = office.json("add", &[URL, "--events", "game.ended,game.move"]);
    let secret = added["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_"), "{secret}");
    assert_eq!(added["events"], serde_json::json!(["game.ended", "game.move"]));
    assert!(!office.tell(&["webhooks", "list"]).out.contains(secret));
    office.check_refusal(
        &["webhooks", "add", "https://other.example/", "--tenant", "acme"],
        1,
        "error: test webhooks of tenant `acme` go to https://acme.example/hook\n\
         help: say --replace to send them elsewhere with the same secret\n",
    );
    let changed = office.json("add", &["https://other.example/", "--replace"]);
    assert_eq!((&changed["url"], changed.get("secret")), (&Value::from("https://other.example/"), None));
    let told = office.tell(&["webhooks", "list"]).out;
    assert_eq!(told, "acme                 test  https://other.example/ all events\n");
    assert_eq!(office.json("list", &[]).as_array().unwrap().len(), 1);
}

#[test]
fn test_and_live_endpoints_are_two() {
    let office = Office::open();
    office.json("add", &[URL, "--mode", "live"]);
    office.json("add", &[URL]);
    let told = office.tell(&["webhooks", "remove", "--tenant", "acme"]);
    assert_eq!(told.out, "tenant acme gets no more webhooks of test games\n");
    let left = office.json("list", &[]);
    assert_eq!((left.as_array().unwrap().len(), &left[0]["mode"]), (1, &Value::from("live")));
    office.check_refusal(
        &["webhooks", "remove", "--tenant", "acme"],
        1,
        "error: tenant `acme` has no webhook endpoint for test games\n\
         help: parlour webhooks add URL --tenant acme --mode test\n",
    );
}

#[test]
fn a_rotated_secret_is_another_and_the_old_one_signs_for_a_while() {
    let office = Office::open();
    let old = office.json("add", &[URL])["secret"].clone();
    let rotated = office.json("rotate", &["--overlap", "2h"]);
    assert_ne!(rotated["secret"], old);
    assert!(rotated["previousSecretUntil"].is_string());
    assert_eq!(office.tell(&["webhooks", "rotate", "--tenant", "acme", "--mode", "live"]).code, 1);
}

#[test]
fn receivers_that_the_server_would_not_send_to_are_refused_with_a_way_out() {
    let office = Office::open();
    for (url, reason, help) in [
        (
            "http://acme.example/",
            "the URL must begin with https://",
            "for development, set webhooks.allow_http = true",
        ),
        (
            "https://127.0.0.1/",
            "the host is not a public address",
            "for development, set webhooks.allow_private = true",
        ),
        (
            "hook",
            "the URL cannot be read: expected something like https://example.com/hook, in ASCII",
            "give a URL such as https://acme.example/hook",
        ),
    ] {
        office.check_refusal(
            &["webhooks", "add", url, "--tenant", "acme"],
            2,
            &format!("error: webhooks cannot go to `{url}`: {reason}\nhelp: {help}\n"),
        );
    }
    let told = office.tell(&["webhooks", "add", URL, "--tenant", "acme", "--events", "game.end"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("did you mean `game.ended`?"), "{}", told.err);
    assert_eq!(office.json("list", &[]), serde_json::json!([]));
}

#[test]
fn an_event_that_was_given_up_is_listed_and_sent_again_by_its_id() {
    let office = Office::open();
    office.json("add", &[URL]);
    office.event("evt_dead", true);
    office.event("evt_open", false);
    let failed = office.json("deliveries", &["--failed"]);
    assert_eq!((&failed[0]["id"], &failed[0]["state"]), (&"evt_dead".into(), &"dead".into()));
    let told = office.tell(&["webhooks", "deliveries", "--tenant", "acme"]).out;
    assert!(told.contains("evt_dead") && told.contains("given up: the receiver answered 500"), "{told}");
    assert_eq!(office.tell(&["webhooks", "replay", "evt_dead"]).out, "1 event is sent again\n");
    for id in ["evt_dead", "evt_open"] {
        let told = office.tell(&["webhooks", "replay", id]);
        assert_eq!(told.code, 1);
        assert!(
            told.err.starts_with(&format!("error: event `{id}` is still being delivered")),
            "{}",
            told.err
        );
    }
    assert_eq!(office.tell(&["webhooks", "replay", "evt_none"]).code, 1);
}

#[test]
fn events_that_were_given_up_since_a_time_are_sent_again() {
    let office = Office::open();
    office.json("add", &[URL]);
    for id in ["evt_a", "evt_b"] {
        office.event(id, true);
    }
    let since = |time| office.json("replay", &["--since", time])["replayed"].clone();
    assert_eq!(since("2026-03-15T09:00:00.001Z"), 0);
    assert_eq!(since("2026-03-15T10:00:00+01:00"), 2);
    assert_eq!(since("2026-03-15T10:00:00+01:00"), 0);
}

#[test]
fn a_replay_that_leads_nowhere_is_refused() {
    let office = Office::open();
    office.event("evt_dead", true);
    let told = office.tell(&["webhooks", "replay", "evt_dead"]);
    assert_eq!(told.code, 1);
    assert!(told.err.contains("has no webhook endpoint for test games"), "{}", told.err);
    office.check_refusal(
        &["webhooks", "replay", "--since", "soon", "--tenant", "acme"],
        2,
        "error: --since: `soon` is not a time such as 2h, 30m or 2026-03-15T09:00:00Z\n",
    );
    for wrong in [&["webhooks", "replay"][..], &["webhooks", "replay", "evt_dead", "--since", "2h"]] {
        assert_eq!(office.tell(wrong).code, 2, "{wrong:?}");
    }
}
