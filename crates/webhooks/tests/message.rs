//! A message can be verified with any valid secret, at every attempt.

use base64::Engine as _;
use store::{EndpointRow, OutboxRow};
use webhooks::{SignedMessage, SigningSecrets, signature};

const NOW_MS: i64 = 1_614_265_330_999;
const OLD: &str = "whsec_b2xk";
const NEW: &str = "whsec_bmV3";

fn event() -> OutboxRow {
    OutboxRow {
        id: "evt_1".into(),
        event: "game.ended".to_owned(),
        body: r#"{"deliveryId":"evt_1","event":"game.ended","id":"evt_1"}"#.to_owned(),
        ..OutboxRow::default()
    }
}

fn endpoint() -> EndpointRow {
    EndpointRow {
        secret: NEW.to_owned(),
        previous_secret: Some((OLD.to_owned(), NOW_MS + 1)),
        ..EndpointRow::default()
    }
}

/// Checks which secrets verify a message sent at this time: in the list of signatures, and over the body
/// alone.
fn check(now_ms: i64, listed: &[&str], body_only: &str) {
    let endpoint = endpoint();
    let message = SignedMessage::new(&event(), &SigningSecrets::of(&endpoint, now_ms), now_ms);
    let header = |name: &str| message.headers[name].to_str().expect("headers are text");
    let timestamp: i64 = header("webhook-timestamp").parse().expect("a number");
    assert_eq!(timestamp, now_ms / 1000);
    let expected = signature::standard(listed, "evt_1", timestamp, &message.body);
    assert_eq!(header("webhook-signature"), expected);
    assert_eq!(header("x-betagamer-signature"), signature::of_body(body_only, &message.body));
}

#[test]
fn during_a_rotation_both_secrets_sign_and_the_single_signature_is_the_known_one() {
    check(NOW_MS, &[NEW, OLD], OLD);
}

#[test]
fn after_a_rotation_only_the_new_secret_signs() {
    check(NOW_MS + 1, &[NEW], NEW);
}

#[test]
fn an_attempt_is_named_in_body_and_header_and_never_twice() {
    let send = || SignedMessage::new(&event(), &SigningSecrets::one(NEW), NOW_MS);
    let (first, second) = (send(), send());
    let body: serde_json::Value = serde_json::from_slice(&first.body).unwrap();
    assert_eq!(body["deliveryId"], first.delivery);
    assert_eq!(body["id"], "evt_1");
    assert_eq!(first.headers["x-betagamer-delivery"], first.delivery);
    assert_eq!(first.headers["webhook-id"], "evt_1");
    assert_ne!(first.delivery, second.delivery);
}

#[test]
fn a_secret_is_base64_that_decodes_to_32_bytes() {
    let secret = signature::new_secret();
    let encoded = secret.strip_prefix("whsec_").unwrap();
    assert_eq!(base64::engine::general_purpose::STANDARD.decode(encoded).unwrap().len(), 32);
}
