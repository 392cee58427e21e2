//! Idempotency keys: the same request gets the same response for a day.

use common::Mode;
use store::{Claim, IdempotentRequest, NewSession, SessionRow, Store, StoreError, StoredResponse};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

fn request(body: &str, now_ms: i64) -> IdempotentRequest {
    IdempotentRequest {
        tenant: "acme".into(),
        mode: Mode::Live,
        key: "k".to_owned(),
        request: format!("POST /v1/sessions {body}").into_bytes(),
        now_ms,
    }
}

fn response(body: &str, now_ms: i64) -> StoredResponse {
    StoredResponse { request: request(body, now_ms), status: 201, body: "made".to_owned() }
}

/// Claims the key and compares the result as text.
fn check(store: &Store, request: IdempotentRequest, expected: &str) {
    let told = match store.claim_idempotency(request).wait().expect("claims are answered") {
        Claim::Fresh => "carry it out".to_owned(),
        Claim::InProgress => "wait".to_owned(),
        Claim::Replay { status, body } => format!("{status} {body}"),
        Claim::Mismatch => "409".to_owned(),
    };
    assert_eq!(told, expected);
}

#[test]
fn a_repeated_request_gets_the_first_answer_for_a_day() {
    let store = Store::in_memory();
    check(&store, request("a", 0), "carry it out");
    check(&store, request("a", 1), "wait");
    store.complete_idempotency(response("a", 2)).wait().unwrap();
    check(&store, request("a", 3), "201 made");
    check(&store, request("a", DAY_MS - 1), "201 made");
    check(&store, request("a", DAY_MS), "carry it out");
}

#[test]
fn another_request_under_the_same_key_is_told_so() {
    let store = Store::in_memory();
    check(&store, request("a", 0), "carry it out");
    check(&store, request("b", 1), "409");
    store.complete_idempotency(response("a", 2)).wait().unwrap();
    check(&store, request("b", 3), "409");
}

#[test]
fn tenants_and_modes_do_not_share_keys() {
    let store = Store::in_memory();
    check(&store, request("a", 0), "carry it out");
    check(&store, IdempotentRequest { tenant: "other".into(), ..request("b", 0) }, "carry it out");
    check(&store, IdempotentRequest { mode: Mode::Test, ..request("b", 0) }, "carry it out");
}

#[test]
fn a_claim_that_was_never_answered_ends_after_a_minute_or_when_it_is_given_back() {
    let store = Store::in_memory();
    check(&store, request("a", 0), "carry it out");
    check(&store, request("a", MINUTE_MS - 1), "wait");
    check(&store, request("a", MINUTE_MS), "carry it out");
    store.release_idempotency(request("a", MINUTE_MS)).wait().unwrap();
    check(&store, request("a", MINUTE_MS + 1), "carry it out");
}

#[test]
fn a_session_and_the_answer_about_it_are_stored_together() {
    let store = Store::in_memory();
    let create = |id: &str, now_ms| {
        let session = SessionRow { id: id.into(), tenant: "acme".into(), ..SessionRow::default() };
        store.create_session(NewSession {
            session,
            response: Some(response("a", now_ms)),
            ..NewSession::default()
        })
    };
    check(&store, request("a", 0), "carry it out");
    create("first", 1).wait().unwrap();
    assert_eq!(create("second", 2).wait(), Err(StoreError::Conflict("answer")));
    check(&store, request("a", 3), "201 made");
    assert_eq!(store.session(&"acme".into(), Mode::Live, &"second".into()).wait(), Ok(None));
}
