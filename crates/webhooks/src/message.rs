//! A message: one attempt to deliver an event, with its headers and signatures.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, USER_AGENT};
use http::{HeaderMap, Request};
use http_body_util::Full;
use serde_json::Value;
use store::{EndpointRow, OutboxRow};

use crate::{Destination, signature};

/// The headers of the contract, sent along with those of Standard Webhooks.
const EVENT: HeaderName = HeaderName::from_static("x-betagamer-event");
const SIGNATURE: HeaderName = HeaderName::from_static("x-betagamer-signature");
const DELIVERY: HeaderName = HeaderName::from_static("x-betagamer-delivery");
const STANDARD_ID: HeaderName = HeaderName::from_static("webhook-id");
const STANDARD_TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
const STANDARD_SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// The secrets that sign a message, newest first.
pub struct SigningSecrets<'a>(Vec<&'a str>);

impl<'a> SigningSecrets<'a> {
    /// A single secret.
    pub fn one(secret: &'a str) -> SigningSecrets<'a> {
        SigningSecrets(vec![secret])
    }

    /// The secrets of an endpoint: during a rotation the previous one signs as well.
    pub fn of(endpoint: &'a EndpointRow, now_ms: i64) -> SigningSecrets<'a> {
        let previous = endpoint.previous_secret.as_ref().filter(|(_, until_ms)| now_ms < *until_ms);
        let previous = previous.map(|(secret, _)| secret.as_str());
        SigningSecrets([endpoint.secret.as_str()].into_iter().chain(previous).collect())
    }
}

/// One attempt, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedMessage {
    /// The id of the attempt, in the body and in a header.
    pub delivery: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, exactly as signed.
    pub body: Bytes,
}

impl SignedMessage {
    /// A new attempt to deliver an event: the event keeps its id, the attempt gets its own.
    pub fn new(event: &OutboxRow, secrets: &SigningSecrets<'_>, now_ms: i64) -> SignedMessage {
        let delivery = new_delivery();
        let body = body(event, &delivery);
        let timestamp = now_ms.div_euclid(1000);
        let standard = signature::standard(&secrets.0, event.id.as_str(), timestamp, body.as_bytes());
        // This header holds one signature: during a rotation, that of the secret receivers already have.
        let known = secrets.0.last().copied().unwrap_or_default();
        let headers = [
            (CONTENT_TYPE, "application/json".to_owned()),
            (USER_AGENT, concat!("Parlour-Webhooks/", env!("CARGO_PKG_VERSION")).to_owned()),
            (EVENT, event.event.clone()),
            (SIGNATURE, signature::of_body(known, body.as_bytes())),
            (DELIVERY, delivery.clone()),
            (STANDARD_ID, event.id.0.clone()),
            (STANDARD_TIMESTAMP, timestamp.to_string()),
            (STANDARD_SIGNATURE, standard),
        ];
        let headers = headers.into_iter().filter_map(|(name, value)| {
            // All of these are ASCII generated here; an invalid value is omitted.
            Some((name, HeaderValue::try_from(value).ok()?))
        });
        SignedMessage { headers: headers.collect(), body: body.into(), delivery }
    }

    /// The HTTP request of the message.
    pub(crate) fn request(self, to: &Destination) -> Request<Full<Bytes>> {
        let mut request = Request::new(Full::new(self.body));
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = to.uri.clone();
        *request.headers_mut() = self.headers;
        request
    }
}

/// A unique random name with a prefix, such as `evt_…`.
pub fn new_name(prefix: &str) -> String {
    use base64::Engine as _;
    let random = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    format!("{prefix}_{random}")
}

/// A name for a delivery attempt.
pub(crate) fn new_delivery() -> String {
    new_name("dlv")
}

/// The stored body with the id of this attempt; a body that is not an object is sent unchanged.
fn body(event: &OutboxRow, delivery: &str) -> String {
    match serde_json::from_str(&event.body) {
        Ok(Value::Object(mut fields)) => {
            fields.insert("deliveryId".to_owned(), delivery.into());
            Value::Object(fields).to_string()
        }
        _ => event.body.clone(),
    }
}
