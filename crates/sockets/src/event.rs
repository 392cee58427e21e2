//! An event: its name, its arguments, and the bytes that travel beside them.

use bytes::Bytes;
use serde_json::Value;

/// The most binary attachments that one event may carry.
pub(crate) const MOST_ATTACHMENTS: usize = 10;

/// An event as a client sent it, or as it is sent to a client.
///
/// Binary data travels in `attachments`; the place it belongs to in `args` is marked by an object
/// `{"_placeholder": true, "num": 0}` that holds its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IncomingEvent {
    /// What the event is called.
    pub name: String,
    /// Everything that follows the name.
    pub args: Vec<Value>,
    /// The binary parts of `args`, by number.
    pub attachments: Vec<Bytes>,
}

impl IncomingEvent {
    /// The first argument, by value: most events carry exactly one.
    pub fn into_payload(self) -> Value {
        self.args.into_iter().next().unwrap_or_default()
    }
}

/// Whether every placeholder in `value` names one of `count` attachments.
pub(crate) fn placeholders_fit(value: &Value, count: usize) -> bool {
    match value {
        Value::Array(values) => values.iter().all(|value| placeholders_fit(value, count)),
        Value::Object(fields) if fields.get("_placeholder") == Some(&Value::Bool(true)) => {
            fields.get("num").and_then(Value::as_u64).is_some_and(|number| number < count as u64)
        }
        Value::Object(fields) => fields.values().all(|value| placeholders_fit(value, count)),
        _ => true,
    }
}
