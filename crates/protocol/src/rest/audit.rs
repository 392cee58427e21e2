//! The audit log on the wire.

use common::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use super::session_requests::limit;
use crate::UtcTime;

/// The query of `GET /v1/audit`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListAudit {
    /// How many at most, 1 to 100.
    pub limit: u32,
    /// Where the page before ended.
    pub after: Option<String>,
}

/// Something that was done with a key or on the command line of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditRecord {
    /// The entry.
    pub id: String,
    /// When it was done.
    pub at: UtcTime,
    /// The mode concerned.
    pub mode: Mode,
    /// The id of the key that was used, or `command line`.
    pub actor: String,
    /// What was done, such as `webhooks.rotate`.
    pub action: String,
    /// What it was done to; empty if the action says it all.
    pub object: String,
    /// How it went.
    pub outcome: String,
}

/// A page of the audit log, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLog {
    /// The entries.
    pub entries: Vec<AuditRecord>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
}

impl Incoming for ListAudit {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { limit: limit(fields)?, after: fields.id("after")? })
    }
}
