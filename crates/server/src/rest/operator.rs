//! What operators and their machines ask: alive, ready, how much, and what the interface is.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::rest::{Health, Readiness};
use serde_json::Value;

use super::answer::json;
use crate::app::App;

static OPENAPI: LazyLock<Value> = LazyLock::new(protocol::openapi);
static ASYNCAPI: LazyLock<Value> = LazyLock::new(protocol::asyncapi);

/// `GET /healthz`
pub(crate) async fn alive() -> Response {
    json(StatusCode::OK, &Health { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// `GET /readyz`
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    let mut problems = Vec::new();
    if app.is_draining() {
        problems.push("the server is about to restart".to_owned());
    }
    if let Err(error) = app.store.beat(crate::NODE, app.clock.now().0).await {
        problems.push(error.to_string());
    }
    let ready = problems.is_empty();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    json(status, &Readiness { ready, problems })
}

/// `GET /metrics`
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let glances = app.hall.glances();
    let running = glances.iter().filter(|glance| !glance.over).count();
    metrics::gauge!("parlour_games_active").set(running as f64);
    metrics::gauge!("parlour_rooms").set(glances.len() as f64);
    metrics::gauge!("parlour_sockets").set(app.visitors.all().len() as f64);
    metrics::gauge!("parlour_queue_waiting").set(app.lobby.waiting() as f64);
    metrics::gauge!("parlour_store_waiting_writes").set(app.store.waiting_writes() as f64);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.render())
        .into_response()
}

/// `GET /openapi.json`
pub(crate) async fn openapi() -> Response {
    json(StatusCode::OK, &*OPENAPI)
}

/// `GET /asyncapi.json`
pub(crate) async fn asyncapi() -> Response {
    json(StatusCode::OK, &*ASYNCAPI)
}

/// `GET /types.ts`
pub(crate) async fn types() -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], protocol::typescript()).into_response()
}
