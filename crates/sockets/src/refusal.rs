//! Why a socket may not join its namespace.

use serde::Serialize;
use serde_json::Value;

/// Why a socket may not join its namespace, as the client is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinRefusal {
    /// What went wrong, in words.
    pub message: String,
    /// What a program needs to know about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl JoinRefusal {
    /// A refusal that says no more than its message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), data: None }
    }
}
