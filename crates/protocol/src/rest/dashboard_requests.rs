//! What the servers of a tenant asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use super::session_requests::limit;
use crate::UtcTime;

/// The query of `GET /v1/dashboard/requests`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRequests {
    /// How many at most, 1 to 100.
    pub limit: u32,
    /// Where the page before ended.
    pub after: Option<String>,
}

/// A request with a key. Bodies and queries are not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedRequest {
    /// The id, as the header `X-Request-Id` of the answer and errors name it.
    pub id: String,
    /// When it came.
    pub at: UtcTime,
    /// The key it came with.
    pub key_id: String,
    /// The method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The status of the answer.
    pub status: u16,
    /// The code of the error; `null` if it was not refused.
    pub code: Option<String>,
    /// How long the answer took.
    pub duration_ms: u64,
}

/// A page of requests, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestList {
    /// The requests.
    pub requests: Vec<LoggedRequest>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
}

impl Incoming for ListRequests {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { limit: limit(fields)?, after: fields.id("after")? })
    }
}
