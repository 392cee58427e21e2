//! An event: its name, its arguments and their binary attachments.

use bytes::Bytes;
use serde_json::Value;

/// The maximum number of binary attachments of one event.
pub(crate) const MOST_ATTACHMENTS: usize = 10;

/// An event as a client sent it, or as it is sent to a client.
///
/// Binary data travels in `attachments`; an object `{"_placeholder": true, "num": 0}` in `args` refers to an
/// attachment by its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IncomingEvent {
    /// The name.
    pub name: String,
    /// The arguments.
    pub args: Vec<Value>,
    /// The binary parts of `args`, by number.
    pub attachments: Vec<Bytes>,
}

impl IncomingEvent {
    /// The first argument; most events have exactly one.
    pub fn into_payload(self) -> Value {
        self.args.into_iter().next().unwrap_or_default()
    }
}

/// Whether every placeholder in `value` refers to one of `count` attachments.
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
