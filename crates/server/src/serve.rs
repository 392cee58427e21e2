//! Start, service and shutdown.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use common::{Plans, TenantId, Timestamp};
use game::Catalogue;
use http::header::{HOST, ORIGIN, USER_AGENT};
use protocol::rest::CreateSession;
use protocol::{PlainEvent, ServerRestarting};
use sockets::{BodyReader, DisconnectReason, Tls, TrustedProxies};
use store::{Store, StoreError, Tenant};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::{info, warn};
use webhooks::Dispatcher;

use crate::analysis_pool::AnalysisPool;
use crate::bot_pool::{BotPool, MOVES_PER_THREAD};
use crate::clients::Clients;
use crate::cluster::{BusError, Cluster, Hint};
use crate::cluster_node::ClusterNode;
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::identity::{GUEST_TENANT, OWN_TENANTS, TRAINING_TENANT};
use crate::lobby::Lobby;
use crate::lobby_feed::LobbyFeed;
use crate::maintenance::Maintenance;
use crate::matchmaking::Matchmaking;
use crate::metrics_recorder::Recorded;
use crate::move_times::MoveTimes;
use crate::rest::{self, Api, ApiState, Callers, RequestLog};
use crate::settings::Settings;
use crate::socket_handler::SocketHandler;
use crate::token::Tokens;
use crate::webhook_events::WebhookEvents;

/// Where clients connect: the usual path, and that of the public contract.
const SOCKET_PATHS: [&str; 2] = ["/socket.io", "/api/socket/io"];
/// When clients may reconnect after a restart was announced.
const RETRY_AFTER_MILLIS: u64 = 1_000;
/// The maximum number of connections to the metrics listener.
const METRICS_CONNECTIONS: usize = 64;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store failed.
    #[error("the store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The address of Redis is wrong.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The operating system refused a thread.
    #[error("the threads for bots cannot be started: {0}")]
    Threads(#[from] std::io::Error),
}

/// A server that is ready to serve.
pub struct Server {
    pub(crate) context: Context,
    pub(crate) engine: Arc<RoomEngine>,
    pub(crate) maintenance: Arc<Maintenance>,
    clients: Arc<Clients>,
    matchmaking: Arc<Matchmaking>,
    lobby_feed: Arc<LobbyFeed>,
    webhooks: Arc<WebhookEvents>,
    handler: SocketHandler,
    api: Arc<Api>,
    /// In a cluster: this node, and what it hears.
    node: Option<(Arc<ClusterNode>, mpsc::Receiver<Hint>)>,
}

impl Server {
    /// Prepares a server on this store: its keys, its own tenants, and the running games.
    pub async fn start(settings: Settings, store: Store) -> Result<Server, StartError> {
        Server::start_with(protocol::games::catalogue(), settings, store).await
    }

    /// Prepares a server with this catalogue of games.
    pub(crate) async fn start_with(
        catalogue: Catalogue,
        settings: Settings,
        store: Store,
    ) -> Result<Server, StartError> {
        let cluster = settings.redis.as_ref().map(|redis| Cluster::new(&redis.0)).transpose()?;
        let (cluster, hints) = cluster.unzip();
        let context = Context::new(settings, store, catalogue, cluster);
        let Context { settings, store, clock, .. } = &context;
        if store.vacuum_if_sparse().await? {
            info!("compacted the database, more than half was unused");
        }
        let sealed = store.seal_secrets().await?;
        if sealed > 0 {
            info!(count = sealed, "sealed secrets that were stored in clear");
        }
        let tokens = Arc::new(Tokens::load(store, clock.wall()).await?);
        for (id, name) in [(GUEST_TENANT, "Guests of this server"), (TRAINING_TENANT, "Training")] {
            ensure_tenant(store, id, name, clock.wall()).await?;
        }
        warn_of_missing_plans(store, &settings.plans).await?;
        let webhooks = Arc::new(WebhookEvents::new(Arc::clone(clock)));
        webhooks.subscribers.refresh(store, clock.wall().0).await?;
        let clients: Arc<Clients> = Arc::default();
        let lobby = Arc::new(Lobby::new(settings.limits.waiting_players));
        let bots = BotPool::start(settings.bot_threads, MOVES_PER_THREAD, settings.times.bot_patience)?;
        let engine = RoomEngine::start(
            context.clone(),
            bots,
            Arc::clone(&clients),
            Arc::clone(&lobby),
            Arc::clone(&webhooks),
        );
        let matchmaking =
            Matchmaking::new(context.clone(), Arc::clone(&clients), Arc::clone(&engine), Arc::clone(&lobby));
        let lobby_feed = Arc::new(LobbyFeed::new(
            context.clone(),
            Arc::clone(&clients),
            Arc::clone(&engine),
            Arc::clone(&matchmaking),
        ));
        engine.give_up_unreadable_rows().await?;
        let node = context.cluster.as_ref().zip(hints).map(|(cluster, hints)| {
            let node = ClusterNode {
                context: context.clone(),
                cluster: Arc::clone(cluster),
                clients: Arc::clone(&clients),
                engine: Arc::clone(&engine),
                matchmaking: Arc::clone(&matchmaking),
                lobby_feed: Arc::clone(&lobby_feed),
                webhooks: Arc::clone(&webhooks),
            };
            (Arc::new(node), hints)
        });
        match &node {
            None => {
                engine.recover_rooms().await?;
                matchmaking.recover_queue().await?;
            }
            Some((node, _)) => node.enter().await?,
        }
        let move_times: Arc<MoveTimes> = Arc::default();
        let request_log: Arc<RequestLog> = Arc::default();
        let callers = Arc::new(Callers::new(&settings.limits, &settings.plans, context.cluster.clone()));
        let api = Arc::new(Api {
            context: context.clone(),
            clients: Arc::clone(&clients),
            engine: Arc::clone(&engine),
            matchmaking: Arc::clone(&matchmaking),
            webhooks: Arc::clone(&webhooks),
            tokens: Arc::clone(&tokens),
            callers: Arc::clone(&callers),
            analyses: AnalysisPool::start(settings.times.bot_patience)?,
            bodies: body_reader(settings),
            metrics: Recorded::install(),
            move_times: Arc::clone(&move_times),
            request_log: Arc::clone(&request_log),
            state: ApiState::new(context.cluster.as_deref()),
        });
        let handler = SocketHandler {
            context: context.clone(),
            clients: Arc::clone(&clients),
            engine: Arc::clone(&engine),
            lobby: Arc::clone(&lobby),
            matchmaking: Arc::clone(&matchmaking),
            lobby_feed: Arc::clone(&lobby_feed),
            tokens: Arc::clone(&tokens),
            move_times,
        };
        let maintenance = Arc::new(Maintenance {
            context: context.clone(),
            matchmaking: Arc::clone(&matchmaking),
            webhooks: Arc::clone(&webhooks),
            trusted_proxies: TrustedProxies::new(settings.trusted_proxies.iter().copied()),
            tokens,
            callers,
            request_log,
        });
        Ok(Server {
            clients,
            engine,
            matchmaking,
            lobby_feed,
            webhooks,
            handler,
            api,
            maintenance,
            node,
            context,
        })
    }

    /// Creates a session in test mode that can be joined for as long as `life`; returns where it is played, or why there
    /// is none. `address` is where this machine reaches the server.
    pub async fn test_session(
        &self,
        tenant: &TenantId,
        wanted: CreateSession,
        life: Duration,
        address: &str,
    ) -> Result<String, String> {
        let created = rest::test_session(&self.api, tenant, wanted, life, address).await;
        created.map_err(|failure| failure.0.error)
    }

    /// Serves until `shutdown` resolves; then notifies all clients, completes pending writes, and closes.
    /// Without `tls`, requests are unencrypted. Metrics have their own listener, always unencrypted.
    pub async fn serve(
        self,
        listener: TcpListener,
        tls: Option<Tls>,
        metrics: Option<TcpListener>,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) {
        let Server {
            context,
            engine,
            maintenance,
            clients,
            matchmaking,
            lobby_feed,
            webhooks,
            handler,
            api,
            node,
        } = self;
        let settings = &context.settings;
        let limits = listener_limits(settings, &maintenance.trusted_proxies);
        let (socket_routes, sockets) = sockets::router(socket_config(&context, &api.bodies), handler);
        let router = under_base(rest::router(&api).merge(socket_routes), &settings.base_path());
        let router = if settings.is_behind_tls() { router.layer(map_response(demand_tls)) } else { router };
        let mut background = vec![
            tokio::spawn(Arc::clone(&engine).run_timers()),
            tokio::spawn(matchmaking.run_timers()),
            tokio::spawn(lobby_feed.run()),
            tokio::spawn(Arc::clone(&maintenance).run()),
            tokio::spawn(maintenance.remove_what_is_old()),
        ];
        let (node, hints) = node.unzip();
        if let (Some(node), Some(hints)) = (&node, hints) {
            background.extend([
                tokio::spawn(Arc::clone(node).beat()),
                tokio::spawn(Arc::clone(node).watch_others()),
                tokio::spawn(Arc::clone(node).hear(hints)),
                tokio::spawn(Arc::clone(node).look_around()),
            ]);
        }
        let measuring = metrics.map(|listener| serve_metrics(&api, listener, &limits));
        let (stop_dispatcher, dispatcher) = send_webhooks(&context, &webhooks);
        let mut dispatcher = Some(dispatcher);
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async {
            stopped.await.ok(); // a dropped sender stops it too
        };
        let serving = match tls {
            Some(tls) => tokio::spawn(sockets::serve_tls(listener, tls, router, limits, stopped)),
            None => tokio::spawn(sockets::serve(listener, router, limits, stopped)),
        };
        shutdown.await;
        context.lifecycle.drain();
        drop(stop_dispatcher);
        info!(sockets = clients.all().len(), "stopping");
        match &node {
            None => announce_restart(&clients),
            Some(node) => {
                node.move_clients_away().await;
                // Deliveries under way end before other nodes may repeat them.
                ended(dispatcher.take()).await;
            }
        }
        context.lifecycle.close();
        // Clocks stop here; if this cannot be stored, they stop at the previous heartbeat.
        context.heartbeat().await.ok();
        if let Some(node) = &node {
            node.leave().await;
        }
        let grace = settings.times.shutdown_grace;
        if tokio::time::timeout(grace, sockets.close_all(DisconnectReason::Shutdown)).await.is_err() {
            warn!(?grace, "some sockets did not close in time");
        }
        drop(stop);
        serving.await.ok(); // a panic of the accept loop has been logged
        background.iter().chain(&measuring).for_each(JoinHandle::abort);
        ended(dispatcher).await;
        engine.save_snapshots().await;
        let store = context.store.clone();
        tokio::task::spawn_blocking(move || store.close()).await.ok();
        info!("stopped");
    }
}

/// Waits for the end of the dispatcher, which was told to stop.
async fn ended(dispatcher: Option<JoinHandle<()>>) {
    if let Some(dispatcher) = dispatcher {
        dispatcher.await.ok(); // a panic has been logged; the outbox keeps its events
    }
}

/// Tells all clients that the server is about to restart.
fn announce_restart(clients: &Clients) {
    for client in clients.all() {
        let restarting = ServerRestarting { retry_after_ms: RETRY_AFTER_MILLIS };
        client.emit(&PlainEvent::ServerRestarting(restarting));
    }
}

/// Tells browsers to use TLS only.
async fn demand_tls(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

/// Also serves everything under `base`, for a proxy that keeps the path.
fn under_base(router: Router, base: &str) -> Router {
    match base.trim_end_matches('/') {
        "" => router,
        base => router.clone().nest(base, router),
    }
}

/// Serves metrics until it is aborted; scraping needs few connections.
fn serve_metrics(api: &Arc<Api>, listener: TcpListener, limits: &sockets::ListenerLimits) -> JoinHandle<()> {
    let limits = sockets::ListenerLimits { connections: METRICS_CONNECTIONS, ..limits.clone() };
    tokio::spawn(sockets::serve(listener, rest::metrics_router(api), limits, std::future::pending()))
}

/// Starts the dispatcher; it stops when the sender is dropped.
fn send_webhooks(context: &Context, events: &WebhookEvents) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let settings = webhooks::DeliverySettings {
        rules: context.settings.webhooks,
        plans: context.settings.plans.clone(),
        ..webhooks::DeliverySettings::default()
    };
    let dispatcher = Dispatcher::new(context.store.clone(), settings, events.notifier.clone());
    let (stop, stopped) = oneshot::channel();
    let running = tokio::spawn(dispatcher.run(async {
        stopped.await.ok(); // a dropped sender stops it too
    }));
    (stop, running)
}

async fn ensure_tenant(store: &Store, id: &str, name: &str, now: Timestamp) -> Result<(), StoreError> {
    let tenant =
        Tenant { id: TenantId(id.to_owned()), name: name.to_owned(), created_ms: now.0, ..Tenant::default() };
    match store.create_tenant(tenant).await {
        Ok(()) | Err(StoreError::Taken(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Logs the plans that tenants have and the configuration does not.
async fn warn_of_missing_plans(store: &Store, plans: &Plans) -> Result<(), StoreError> {
    for (plan, tenants) in store.plans_in_use(OWN_TENANTS).await? {
        if !plans.has(&plan) {
            let default_plan = &plans.default_plan;
            warn!(%plan, tenants, %default_plan, "plan not configured: its tenants have the limits of the default plan");
        }
    }
    Ok(())
}

fn body_reader(settings: &Settings) -> BodyReader {
    BodyReader::new(sockets::BodyLimits {
        timeout: settings.times.request_body,
        in_memory: settings.limits.request_bodies,
        in_memory_per_address: settings.limits.request_bodies_per_address,
    })
}

fn socket_config(context: &Context, bodies: &BodyReader) -> sockets::Config {
    let settings = &context.settings;
    sockets::Config {
        paths: SOCKET_PATHS.map(str::to_owned).to_vec(),
        namespaces: context.catalogue.games().into_iter().map(|game| format!("/{game}")).collect(),
        ping_interval: settings.times.ping_interval,
        ping_timeout: settings.times.ping_timeout,
        max_payload: settings.limits.socket_payload,
        max_outbound: settings.limits.outbound_packets,
        packets_per_second: of_packets(
            settings.limits.events_per_second,
            settings.limits.get_moves_per_second,
        ),
        packet_burst: of_packets(settings.limits.event_burst, settings.limits.get_moves_burst),
        max_sessions: settings.limits.connections,
        max_sessions_per_address: settings.limits.connections_per_address,
        bodies: bodies.clone(),
        kept_headers: vec![HOST, ORIGIN, USER_AGENT],
        ..sockets::Config::default()
    }
}

/// How many packets are read of a client that may send this many events: enough to refuse some before reading
/// is delayed.
fn of_packets(events: u32, get_moves: u32) -> u32 {
    events.saturating_add(get_moves).saturating_mul(4)
}

fn listener_limits(settings: &Settings, trusted_proxies: &TrustedProxies) -> sockets::ListenerLimits {
    sockets::ListenerLimits {
        connections: settings.limits.connections,
        connections_per_address: settings.limits.connections_per_address,
        trusted_proxies: trusted_proxies.clone(),
        drain: settings.times.shutdown_grace,
        ..sockets::ListenerLimits::default()
    }
}
