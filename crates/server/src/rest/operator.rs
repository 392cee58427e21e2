//! What operators and their machines ask: alive, ready, how much, and what the interface is. Nothing here is computed
//! more than once in `times.cached_answers`, however many ask.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::ErrorCode;
use protocol::rest::{ApiError, Health, Readiness};

use super::answer::{self, Answer, json};
use super::callers;
use crate::app::App;
use crate::cached::Cached;
use crate::registry::RoomHandle;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| written(&protocol::openapi()));
static ASYNCAPI: LazyLock<Bytes> = LazyLock::new(|| written(&protocol::asyncapi()));
static TYPES: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(protocol::typescript()));

/// Answers about the whole server that are shared by those who ask at the same time.
#[derive(Default)]
pub(crate) struct Answers {
    metrics: Cached<Bytes>,
    problems: Cached<Vec<String>>,
    running: Cached<Arc<[Arc<RoomHandle>]>>,
}

/// The routes of the listener for metrics.
pub(crate) fn metrics_router(app: &Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .fallback(nothing_else)
        .layer(from_fn_with_state(Arc::clone(app), callers::count_document))
        .layer(from_fn(answer::dress))
        .with_state(Arc::clone(app))
}

/// `GET /healthz`
pub(crate) async fn alive() -> Response {
    json(StatusCode::OK, &Health { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// `GET /readyz`
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    let mut problems = app.answers.problems.get(app.settings.times.cached_answers, app.problems()).await;
    if app.is_draining() {
        problems.push("the server is about to restart".to_owned());
    }
    let ready = problems.is_empty();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    json(status, &Readiness { ready, problems })
}

/// `GET /metrics` where only operators come.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.answers.metrics.get(app.settings.times.cached_answers, app.figures()).await;
    content(PROMETHEUS, text)
}

/// `GET /metrics` where everybody comes: with the token of the operator, if there is one.
pub(crate) async fn guarded_metrics(state: State<Arc<App>>, headers: HeaderMap) -> Answer<Response> {
    let Some(expected) = &state.settings.metrics_token else {
        return Err(ApiError::new(ErrorCode::NotFound, "metrics are not served here")
            .hint("operators read them at metrics_listen, or here once metrics_token is set")
            .into());
    };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some(given) = given.and_then(callers::bearer) else {
        return Err(ApiError::missing_authorization().hint("send metrics_token as a bearer token").into());
    };
    // Hashes are compared, so that the time tells nothing of the token.
    if blake3::hash(given.as_bytes()) != blake3::hash(expected.0.as_bytes()) {
        return Err(ApiError::invalid_api_key().hint("metrics need metrics_token, not an API key").into());
    }
    Ok(metrics(state).await)
}

/// `GET /openapi.json`
pub(crate) async fn openapi() -> Response {
    content(JSON, OPENAPI.clone())
}

/// `GET /asyncapi.json`
pub(crate) async fn asyncapi() -> Response {
    content(JSON, ASYNCAPI.clone())
}

/// `GET /types.ts`
pub(crate) async fn types() -> Response {
    content(TEXT, TYPES.clone())
}

async fn nothing_else() -> Answer<Response> {
    Err(ApiError::not_found("route").hint("/metrics, /healthz and /readyz are served here").into())
}

impl App {
    /// Why the server is not ready.
    async fn problems(&self) -> Vec<String> {
        let beat = self.store.beat(crate::NODE, self.clock.now().0).await;
        beat.err().map(|error| error.to_string()).into_iter().collect()
    }

    /// The metrics; nothing in them is counted for the occasion.
    async fn figures(&self) -> Bytes {
        metrics::gauge!("parlour_games_active").set(self.rooms.running.total() as f64);
        metrics::gauge!("parlour_rooms").set(self.rooms.count() as f64);
        metrics::gauge!("parlour_sockets").set(self.visitors.count() as f64);
        metrics::gauge!("parlour_queue_waiting").set(self.lobby.waiting() as f64);
        metrics::gauge!("parlour_store_waiting_writes").set(self.store.waiting_writes() as f64);
        Bytes::from(self.metrics.render())
    }

    /// The running games between people, the newest first.
    pub(crate) async fn running_games(self: &Arc<Self>) -> Arc<[Arc<RoomHandle>]> {
        let app = Arc::clone(self);
        // With many rooms this takes a while: not on the runtime.
        let list = || async move {
            let listed = tokio::task::spawn_blocking(move || {
                let mut running = app.rooms.all();
                running.retain(|room| room.between_humans && !room.is_over());
                running.sort_by(|one, other| one.place_in_lists().cmp(&other.place_in_lists()));
                running
            });
            listed.await.unwrap_or_default().into()
        };
        self.answers.running.get(self.settings.times.cached_answers, list()).await
    }
}

fn written(document: &serde_json::Value) -> Bytes {
    Bytes::from(document.to_string())
}

fn content(kind: &'static str, body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}
