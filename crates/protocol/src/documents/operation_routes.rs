//! Rows of the route table for those who run the server.

use serde_json::json;

use super::routes::{Access, Content, Route, route};
use crate::ErrorCode;
use crate::event_row::describe;
use crate::rest::{Health, Readiness};

pub(super) fn operations() -> Vec<Route> {
    vec![
        Route {
            content: Content::Json(describe::<Health>, || json!({ "status": "ok", "version": "0.1.0" })),
            ..operation("/healthz", "getHealth", "Ask whether the process is alive.")
        },
        Route {
            content: Content::Json(
                describe::<Readiness>,
                || json!({ "ready": true, "status": "ready", "problems": [] }),
            ),
            errors: &[ErrorCode::RateLimited, ErrorCode::Unavailable],
            ..operation("/readyz", "getReadiness", "Ask whether the server takes new games.")
        },
        Route {
            content: Content::Text("text/plain; version=0.0.4", "parlour_rooms 12\n"),
            errors: &[
                ErrorCode::MissingAuthorization,
                ErrorCode::InvalidApiKey,
                ErrorCode::NotFound,
                ErrorCode::RateLimited,
            ],
            ..operation(
                "/metrics",
                "getMetrics",
                "Get the server's figures in the Prometheus text format, at the address for metrics or with its token.",
            )
        },
        operation("/openapi.json", "getOpenApi", "Get this document."),
        operation("/asyncapi.json", "getAsyncApi", "Get the document of the socket events."),
        Route {
            content: Content::Text("text/plain", "export interface GameStarted { … }"),
            ..operation("/types.ts", "getTypes", "Get the TypeScript types of every message.")
        },
    ]
}

fn operation(path: &'static str, name: &'static str, summary: &'static str) -> Route {
    Route {
        access: Access::Anyone,
        content: Content::AnyJson("The document."),
        errors: &[ErrorCode::RateLimited],
        ..route("get", path, name, summary)
    }
}
