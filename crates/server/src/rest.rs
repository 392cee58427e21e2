//! The REST routes and what is the same for all of them.

mod answer;
mod callers;
mod catalogue;
mod compression;
mod games;
mod guests;
mod idempotency;
mod new_session;
mod operator;
mod pages;
mod players;
mod reading;
mod room_list;
mod session_card;
mod sessions;
mod study;
mod webhook_feed;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post, put};

use crate::app::App;

pub(crate) use callers::Callers;
pub(crate) use operator::{Answers, metrics_router};
pub(crate) use webhook_feed::Streams;

/// Every route of the REST interface.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let api = Router::new()
        .route("/v1/sessions", post(sessions::create).get(sessions::list))
        .route("/v1/sessions/join", post(sessions::join))
        .route("/v1/sessions/validate", get(sessions::validate))
        .route("/v1/sessions/{id}", get(sessions::get))
        .route("/v1/guest/sessions", post(guests::create))
        .route("/v1/guest/join", post(guests::join))
        .route("/v1/rooms", get(room_list::list))
        .route("/v1/games/{room}", get(games::record))
        .route("/v1/games/{room}/pdn", get(games::pdn))
        .route("/v1/players/{id}", get(players::profile).delete(players::erase))
        .route("/v1/leaderboard", get(players::leaderboard))
        .route("/v1/replay", post(study::replay))
        .route("/v1/analysis", post(study::analyse))
        .route("/v1/webhooks/endpoint", put(webhooks::set).get(webhooks::get).delete(webhooks::remove))
        .route("/v1/webhooks/endpoint/rotate", post(webhooks::rotate))
        .route("/v1/webhooks/deliveries", get(webhooks::deliveries))
        .route("/v1/webhooks/replay", post(webhooks::replay))
        .route("/v1/webhooks/events", get(webhook_feed::events))
        .route("/v1/variants", get(catalogue::variants))
        .fallback(pages::no_such_route)
        .method_not_allowed_fallback(answer::no_such_method)
        .layer(from_fn_with_state(Arc::clone(app), callers::recognise));
    let probes = Router::new()
        .route("/healthz", get(operator::alive))
        .route("/readyz", get(operator::ready))
        .layer(from_fn_with_state(Arc::clone(app), callers::count_probe));
    let documents = Router::new()
        .route("/metrics", get(operator::guarded_metrics))
        .route("/openapi.json", get(operator::openapi))
        .route("/asyncapi.json", get(operator::asyncapi))
        .route("/types.ts", get(operator::types))
        .layer(from_fn_with_state(Arc::clone(app), callers::count_document));
    probes
        .merge(documents)
        .merge(api)
        .layer(from_fn(answer::dress))
        .layer(compression::layer())
        .with_state(Arc::clone(app))
}
