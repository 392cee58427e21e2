//! Why a socket may not join its namespace.

use serde::Serialize;
use serde_json::Value;

/// Why a socket may not join its namespace, as sent to the client.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinRefusal {
    /// The reason, for people.
    pub message: String,
    /// The reason, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl JoinRefusal {
    /// A refusal without data.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), data: None }
    }
}
