//! Rows of the route table for the audit log.

use serde_json::{Value, json};

use super::routes::{Content, Route, after, limit_20, route};
use crate::ErrorCode;
use crate::event_row::describe;
use crate::rest::AuditLog;

pub(super) fn audit() -> Vec<Route> {
    vec![Route {
        parameters: vec![limit_20(), after()],
        content: Content::Json(describe::<AuditLog>, audit_log),
        errors: &[ErrorCode::BadRequest],
        ..route(
            "get",
            "/v1/audit",
            "listAuditEntries",
            "List what was done with the tenant's keys and on the command line of the server, newest first, page by page.",
        )
    }]
}

fn audit_log() -> Value {
    let entry = json!({
        "id": "412",
        "at": "2026-03-15T09:00:00.000Z",
        "mode": "live",
        "actor": "key_Zr3kQ81LmN0p",
        "action": "webhooks.rotate",
        "object": "https://example.com/hook",
        "outcome": "done",
    });
    json!({ "entries": [entry], "hasMore": false, "after": null })
}
