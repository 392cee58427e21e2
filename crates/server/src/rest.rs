//! The REST interface: its routes, and what they share.

mod aliases;
mod analysis;
mod answer;
mod audit;
mod callers;
mod catalogue;
mod compression;
mod dashboard;
mod dashboard_keys;
mod dashboard_operator;
mod dashboard_overview;
mod dashboard_theme;
mod dashboard_timeline;
mod dashboard_webhook;
mod extractors;
mod game_page;
mod games;
mod guests;
mod idempotency;
mod known_room;
mod new_session;
mod operator;
mod pages;
mod players;
mod preview_image;
mod reading;
mod request_log;
mod room_list;
mod session_view;
mod sessions;
mod signed_in;
mod site_address;
mod test_session;
mod unknown_fields;
mod webhook_feed;
mod webhooks;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, post, put};
use sockets::BodyReader;
use store::StoreError;

use self::aliases::Aliases;
pub(crate) use self::callers::Callers;
use self::operator::Answers;
pub(crate) use self::operator::metrics_router;
use self::preview_image::PreviewImages;
pub(crate) use self::request_log::RequestLog;
pub(crate) use self::test_session::test_session;
use self::webhook_feed::Streams;
use crate::analysis_pool::AnalysisPool;
use crate::clients::Clients;
use crate::cluster::{Cluster, Hint};
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::matchmaking::Matchmaking;
use crate::metrics_recorder::Recorded;
use crate::move_times::MoveTimes;
use crate::token::Tokens;
use crate::webhook_events::WebhookEvents;

/// What the handlers of requests work with.
pub(crate) struct Api {
    pub(crate) context: Context,
    pub(crate) clients: Arc<Clients>,
    pub(crate) engine: Arc<RoomEngine>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) webhooks: Arc<WebhookEvents>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) callers: Arc<Callers>,
    pub(crate) analyses: AnalysisPool,
    pub(crate) bodies: BodyReader,
    pub(crate) metrics: Recorded,
    pub(crate) move_times: Arc<MoveTimes>,
    pub(crate) request_log: Arc<RequestLog>,
    pub(crate) state: ApiState,
}

impl Api {
    /// Makes a change of who wants webhook events known, here and at the other nodes: from the answer on, no event is missed.
    pub(crate) async fn subscribers_changed(&self) -> Result<(), StoreError> {
        let Context { store, clock, cluster, .. } = &self.context;
        self.webhooks.subscribers.refresh(store, clock.wall().0).await?;
        if let Some(cluster) = cluster {
            cluster.tell_all(&Hint::Subscribers);
            // Without hints every node looks once a second.
            let known_in = if cluster.has_bus() { KNOWN_IN } else { Duration::from_millis(1_500) };
            tokio::time::sleep(known_in).await;
        }
        Ok(())
    }
}

/// How long it takes until all nodes have heard of a change.
const KNOWN_IN: Duration = Duration::from_millis(150);

impl ApiState {
    /// Nothing remembered yet; the nodes of a cluster give the same aliases.
    pub(crate) fn new(cluster: Option<&Cluster>) -> ApiState {
        let aliases = cluster.map(|cluster| Aliases::with_key(cluster.key("parlour aliases")));
        ApiState { aliases: aliases.unwrap_or_default(), ..ApiState::default() }
    }
}

/// What the interface itself remembers while the server runs.
#[derive(Default)]
pub(crate) struct ApiState {
    aliases: Aliases,
    answers: Answers,
    preview_images: PreviewImages,
    streams: Streams,
    variants: OnceLock<Bytes>,
}

/// Every route of the REST interface.
pub(crate) fn router(api: &Arc<Api>) -> Router {
    let routes = Router::new()
        .route("/v1/sessions", post(sessions::create).get(sessions::list))
        .route("/v1/sessions/join", post(sessions::join))
        .route("/v1/sessions/validate", get(sessions::validate))
        .route("/v1/sessions/{id}", get(sessions::get))
        .route("/v1/guest/sessions", post(guests::create))
        .route("/v1/guest/join", post(guests::join))
        .route("/v1/guest/invitations/{code}", get(guests::invitation))
        .route("/v1/rooms", get(room_list::list))
        .route("/v1/games/{room}", get(games::record))
        .route("/v1/games/{room}/pdn", get(games::pdn))
        .route("/v1/players/{id}", get(players::profile).delete(players::erase))
        .route("/v1/leaderboard", get(players::leaderboard))
        .route("/v1/replay", post(analysis::replay))
        .route("/v1/analysis", post(analysis::analyse))
        .route("/v1/webhooks/endpoint", put(webhooks::set).get(webhooks::get).delete(webhooks::remove))
        .route("/v1/webhooks/endpoint/rotate", post(webhooks::rotate))
        .route("/v1/webhooks/deliveries", get(webhooks::deliveries))
        .route("/v1/webhooks/replay", post(webhooks::replay))
        .route("/v1/webhooks/events", get(webhook_feed::events))
        .route("/v1/audit", get(audit::list))
        .route("/v1/variants", get(catalogue::variants))
        .route("/v1/dashboard/sign-ins", post(dashboard::sign_in).get(dashboard::sign_ins))
        .route("/v1/dashboard/sign-ins/{id}", delete(dashboard::sign_out))
        .route("/v1/dashboard/account", get(dashboard::account))
        .route("/v1/dashboard/keys", get(dashboard_keys::list).post(dashboard_keys::create))
        .route("/v1/dashboard/keys/{id}", put(dashboard_keys::set_origins).delete(dashboard_keys::revoke))
        .route("/v1/dashboard/keys/{id}/rotate", post(dashboard_keys::rotate))
        .route(
            "/v1/dashboard/theme",
            get(dashboard_theme::get).put(dashboard_theme::set).delete(dashboard_theme::remove),
        )
        .route("/v1/dashboard/overview", get(dashboard_overview::overview))
        .route("/v1/dashboard/progress", get(dashboard_overview::progress))
        .route("/v1/dashboard/games/{room}/timeline", get(dashboard_timeline::timeline))
        .route("/v1/dashboard/webhooks/{event}", get(dashboard_webhook::event))
        .route("/v1/dashboard/requests", get(request_log::list))
        .route("/v1/dashboard/usage", get(dashboard_operator::usage))
        .route(
            "/v1/dashboard/tenants",
            get(dashboard_operator::tenants).post(dashboard_operator::create_tenant),
        )
        .route("/v1/dashboard/tenants/{tenant}", put(dashboard_operator::change_tenant))
        .route("/v1/dashboard/server", get(dashboard_operator::server))
        .fallback(pages::no_such_route)
        .method_not_allowed_fallback(answer::no_such_method)
        .layer(from_fn_with_state(Arc::clone(api), callers::authenticate));
    let probes = Router::new()
        .route("/healthz", get(operator::alive))
        .route("/readyz", get(operator::ready))
        .layer(from_fn_with_state(Arc::clone(api), callers::count_probe));
    let documents = Router::new()
        .route("/metrics", get(operator::guarded_metrics))
        .route("/openapi.json", get(operator::openapi))
        .route("/asyncapi.json", get(operator::asyncapi))
        .route("/types.ts", get(operator::types))
        .layer(from_fn_with_state(Arc::clone(api), callers::count_document));
    probes
        .merge(documents)
        .merge(routes)
        .layer(from_fn(answer::finish_response))
        .layer(compression::layer())
        .with_state(Arc::clone(api))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// The paths that this file routes, as the document writes them.
    fn routed() -> BTreeSet<String> {
        let source = include_str!("rest.rs").split("#[cfg(test)]").next().unwrap_or_default();
        let paths = source.split(".route(").skip(1).filter_map(|rest| rest.split('"').nth(1));
        paths
            .map(|path| {
                path.replace("{room}", "{roomId}")
                    .replace("{code}", "{roomCode}")
                    .replace("{event}", "{eventId}")
                    .replace("{tenant}", "{tenantId}")
            })
            .collect()
    }

    #[test]
    fn every_route_is_in_the_openapi_document_and_the_other_way_round() {
        let document = protocol::openapi();
        let documented = document["paths"].as_object().expect("paths").keys().cloned().collect();
        assert_eq!(routed(), documented);
    }
}
