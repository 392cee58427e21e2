//! Endpoints for operators: health, readiness, metrics and documents. Each response is computed at most once
//! per `times.cached_answers`.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::ErrorCode;
use protocol::rest::{ApiError, Health, Readiness, ReadyStatus};

use super::Api;
use super::answer::{self, RestAnswer, json};
use super::callers;
use crate::cached::Cached;
use crate::engine::RoomHandle;

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
const PROMETHEUS: &str = "text/plain; version=0.0.4; charset=utf-8";

static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| written(&protocol::openapi()));
static ASYNCAPI: LazyLock<Bytes> = LazyLock::new(|| written(&protocol::asyncapi()));
static TYPES: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(protocol::typescript()));

/// Cached responses about the whole server.
#[derive(Default)]
pub(crate) struct Answers {
    metrics: Cached<Bytes>,
    problems: Cached<Vec<String>>,
    running: Cached<Arc<[Arc<RoomHandle>]>>,
}

/// The routes of the metrics listener.
pub(crate) fn metrics_router(api: &Arc<Api>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .fallback(nothing_else)
        .layer(from_fn_with_state(Arc::clone(api), callers::count_document))
        .layer(from_fn(answer::finish_response))
        .with_state(Arc::clone(api))
}

/// `GET /healthz`
pub(crate) async fn alive() -> Response {
    json(StatusCode::OK, &Health { status: "ok".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() })
}

/// `GET /readyz`
pub(crate) async fn ready(State(api): State<Arc<Api>>) -> Response {
    let mut problems =
        api.state.answers.problems.get(api.context.settings.times.cached_answers, api.problems()).await;
    if api.context.lifecycle.is_draining() {
        problems.push("the server is about to restart".to_owned());
    }
    let ready = problems.is_empty();
    let code = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let is_alone = api.context.cluster.as_ref().is_some_and(|cluster| !cluster.has_bus());
    if is_alone {
        problems.push("Redis is out of reach: moves reach other nodes more slowly".to_owned());
    }
    let status = match (ready, is_alone) {
        (true, false) => ReadyStatus::Ready,
        (true, true) => ReadyStatus::Degraded,
        (false, _) => ReadyStatus::Unavailable,
    };
    json(code, &Readiness { ready, status, problems })
}

/// `GET /metrics` on the metrics listener.
pub(crate) async fn metrics(State(api): State<Arc<Api>>) -> Response {
    let text = api.state.answers.metrics.get(api.context.settings.times.cached_answers, api.figures()).await;
    content(PROMETHEUS, text)
}

/// `GET /metrics` on the public listener: requires `metrics_token`, and is 404 if none is set.
pub(crate) async fn guarded_metrics(state: State<Arc<Api>>, headers: HeaderMap) -> RestAnswer<Response> {
    let Some(expected) = &state.context.settings.metrics_token else {
        return Err(ApiError::new(ErrorCode::NotFound, "metrics are not served here")
            .hint("operators read them at metrics_listen, or here once metrics_token is set")
            .into());
    };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let Some(given) = given.and_then(callers::bearer) else {
        return Err(ApiError::missing_authorization().hint("send metrics_token as a bearer token").into());
    };
    // Hashes are compared, so that timing reveals nothing about the token.
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

async fn nothing_else() -> RestAnswer<Response> {
    Err(ApiError::not_found("route").hint("/metrics, /healthz and /readyz are served here").into())
}

impl Api {
    /// Why the server is not ready.
    pub(super) async fn problems(&self) -> Vec<String> {
        let beat = self.context.heartbeat().await;
        beat.err().map(|error| error.to_string()).into_iter().collect()
    }

    /// The metrics; every figure is read from a counter that is kept anyway.
    async fn figures(&self) -> Bytes {
        metrics::gauge!("parlour_games_active").set(self.engine.registry.running.total() as f64);
        metrics::gauge!("parlour_rooms").set(self.engine.registry.count() as f64);
        metrics::gauge!("parlour_sockets").set(self.clients.count() as f64);
        metrics::gauge!("parlour_queue_waiting").set(self.matchmaking.waiting() as f64);
        metrics::gauge!("parlour_store_waiting_writes").set(self.context.store.waiting_writes() as f64);
        Bytes::from(self.metrics.render())
    }

    /// The running games between humans, newest first.
    pub(crate) async fn running_games(self: &Arc<Self>) -> Arc<[Arc<RoomHandle>]> {
        let api = Arc::clone(self);
        // This takes time with many rooms, so it does not run on the runtime.
        let list = || async move {
            let elsewhere = api.engine.games_elsewhere().await;
            let listed = tokio::task::spawn_blocking(move || {
                let mut running = api.engine.registry.all();
                running.extend(elsewhere);
                running.retain(|room| room.between_humans && !room.is_over());
                running.sort_by(|one, other| one.place_in_lists().cmp(&other.place_in_lists()));
                running
            });
            listed.await.unwrap_or_default().into()
        };
        self.state.answers.running.get(self.context.settings.times.cached_answers, list()).await
    }
}

fn written(document: &serde_json::Value) -> Bytes {
    Bytes::from(document.to_string())
}

fn content(kind: &'static str, body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}
