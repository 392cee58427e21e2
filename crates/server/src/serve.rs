//! Starting, serving and stopping.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use game::Catalogue;
use protocol::rest::SessionStatus;
use protocol::{ServerEvent, ServerRestarting, TicTacToe};
use rooms::Timestamp;
use sockets::{BodyReader, DisconnectReason, Tls};
use store::{Store, StoreError, Tenant};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing::{info, warn};
use webhooks::Courier;

use crate::alarm::Alarm;
use crate::aliases::Aliases;
use crate::analysts::Analysts;
use crate::app::App;
use crate::clock::Clock;
use crate::door::Door;
use crate::engine::{self, Engine};
use crate::identity::{HOUSE_TENANT, TRAINING_TENANT};
use crate::lobby::Lobby;
use crate::metrics_recorder::Recorded;
use crate::rest::{self, Callers};
use crate::settings::Settings;
use crate::thinkers::{MOVES_PER_THREAD, Thinkers};
use crate::token::Tokens;
use crate::{games, reception, retention, webhook_events};

/// How often the server notes that it is alive, and tidies up.
const BEAT: Duration = Duration::from_secs(1);
/// When clients may try again after a restart was announced.
const RETRY_AFTER_MILLIS: u64 = 1_000;
/// How many connections the listener for metrics takes.
const METRICS_CONNECTIONS: usize = 64;
/// How many overdue sessions are read at a time.
const PAGE: u32 = 500;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store refused.
    #[error("the store cannot be used: {0}")]
    Store(#[from] StoreError),
    /// The operating system refused a thread.
    #[error("the threads for bots cannot be started: {0}")]
    Threads(#[from] std::io::Error),
}

/// A server that is ready to serve.
pub struct Server {
    pub(crate) app: Arc<App>,
}

impl Server {
    /// Prepares a server on this store: its keys, its own tenants, and the games that were going on.
    pub async fn start(settings: Settings, store: Store) -> Result<Server, StartError> {
        Server::start_with(games::catalogue(), settings, store).await
    }

    /// The same with games of one's own.
    pub(crate) async fn start_with(
        catalogue: Catalogue,
        settings: Settings,
        store: Store,
    ) -> Result<Server, StartError> {
        let clock = Clock::start();
        if store.vacuum_if_sparse().await? {
            info!("more than half of the database was unused space, which the file system has back");
        }
        let sealed = store.seal_secrets().await?;
        if sealed > 0 {
            info!(count = sealed, "secrets that were stored in clear are sealed");
        }
        let tokens = Tokens::load(&store, clock.wall()).await?;
        for (id, name) in [(HOUSE_TENANT, "Guests of this server"), (TRAINING_TENANT, "Training")] {
            ensure_tenant(&store, id, name, clock.wall()).await?;
        }
        let (engine, requests) = Engine::new();
        let app = Arc::new(App {
            engine,
            thinkers: Thinkers::start(settings.bot_threads, MOVES_PER_THREAD, settings.times.bot_patience)?,
            analysts: Analysts::start(settings.times.bot_patience)?,
            lobby: Lobby::new(settings.limits.waiting_players),
            callers: Callers::new(&settings.limits),
            bodies: body_reader(&settings),
            trusted_proxies: sockets::TrustedProxies::new(settings.trusted_proxies.iter().copied()),
            catalogue,
            visitors: Default::default(),
            guest_ids: Default::default(),
            rooms: Default::default(),
            tickets: Default::default(),
            alarm: Alarm::new(),
            subscribers: Default::default(),
            bell: Default::default(),
            streams: Default::default(),
            metrics: Recorded::install(),
            answers: Default::default(),
            variants: Default::default(),
            draining: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            settings,
            store,
            clock,
            tokens,
            aliases: Aliases::new(),
        });
        tokio::spawn(engine::run(Arc::downgrade(&app), requests));
        app.subscribers.refresh(&app.store, app.clock.wall().0).await?;
        let server = Server { app };
        server.app.give_up_unreadable_rows().await?;
        server.app.recover_rooms().await?;
        server.app.recall_tickets().await?;
        Ok(server)
    }

    /// Serves until `shutdown` resolves; then tells everyone, finishes what is being stored, and closes.
    /// Without `tls` requests come unencrypted. Metrics are served on a listener of their own, always unencrypted.
    pub async fn serve(
        self,
        listener: TcpListener,
        tls: Option<Tls>,
        metrics: Option<TcpListener>,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) {
        let app = self.app;
        let (socket_routes, sockets) = sockets::router(socket_config(&app), Door { app: Arc::clone(&app) });
        let router = under_base(rest::router(&app).merge(socket_routes), &app.base_path());
        let router = if app.is_behind_tls() { router.layer(map_response(demand_tls)) } else { router };
        let background = [
            tokio::spawn(Arc::clone(&app).wake_sleepers()),
            tokio::spawn(keep_house(Arc::clone(&app))),
            tokio::spawn(retention::remove_what_is_old(Arc::clone(&app))),
        ];
        let measuring = metrics.map(|listener| serve_metrics(&app, listener));
        let (stop_courier, courier) = send_webhooks(&app);
        let (stop, stopped) = oneshot::channel::<()>();
        let limits = listener_limits(&app);
        let stopped = async {
            stopped.await.ok(); // a dropped sender means the same
        };
        let serving = match tls {
            Some(tls) => tokio::spawn(sockets::serve_tls(listener, tls, router, limits, stopped)),
            None => tokio::spawn(sockets::serve(listener, router, limits, stopped)),
        };
        shutdown.await;
        app.draining.store(true, Ordering::Relaxed);
        drop(stop_courier);
        info!("stopping: no new games, telling {} sockets", app.visitors.all().len());
        for visitor in app.visitors.all() {
            let restarting = ServerRestarting { retry_after_ms: RETRY_AFTER_MILLIS };
            reception::emit::<TicTacToe>(&visitor, &ServerEvent::ServerRestarting(restarting));
        }
        app.closed.store(true, Ordering::Relaxed);
        // Clocks stop here; if this cannot be stored, they stop at the beat before.
        app.heartbeat().await.ok();
        let grace = app.settings.times.shutdown_grace;
        if tokio::time::timeout(grace, sockets.close_all(DisconnectReason::Shutdown)).await.is_err() {
            warn!("some sockets did not close within {grace:?}");
        }
        drop(stop);
        serving.await.ok(); // a panic of the accept loop has been logged
        background.iter().chain(&measuring).for_each(JoinHandle::abort);
        courier.await.ok(); // a panic has been logged, and the outbox keeps what it holds
        app.save_snapshots().await;
        let store = app.store.clone();
        tokio::task::spawn_blocking(move || store.close()).await.ok();
        info!("stopped");
    }
}

/// Browsers that have been here once over TLS come over TLS alone.
async fn demand_tls(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

/// Behind a proxy that keeps the path, everything is also served under it.
fn under_base(router: Router, base: &str) -> Router {
    match base.trim_end_matches('/') {
        "" => router,
        base => router.clone().nest(base, router),
    }
}

/// Serves metrics until it is aborted; few connections are enough for those who scrape.
fn serve_metrics(app: &Arc<App>, listener: TcpListener) -> JoinHandle<()> {
    let limits = sockets::Limits { connections: METRICS_CONNECTIONS, ..listener_limits(app) };
    tokio::spawn(sockets::serve(listener, rest::metrics_router(app), limits, std::future::pending()))
}

/// Starts the courier; it ends when the sender is dropped.
fn send_webhooks(app: &App) -> (oneshot::Sender<()>, JoinHandle<()>) {
    let settings = webhooks::Settings { rules: app.settings.webhooks, ..webhooks::Settings::default() };
    let courier = Courier::new(app.store.clone(), settings, app.bell.clone());
    let (stop, stopped) = oneshot::channel();
    let running = tokio::spawn(courier.run(async {
        stopped.await.ok(); // a dropped sender means the same
    }));
    (stop, running)
}

/// Notes that the server is alive, learns who wants webhooks and which keys sign, expires sessions nobody came to, forgets old allowances.
async fn keep_house(app: Arc<App>) {
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        if let Err(error) = app.heartbeat().await {
            warn!(%error, "the store does not take writes");
        }
        if let Err(error) = app.subscribers.refresh(&app.store, app.clock.wall().0).await {
            warn!(%error, "who wants webhooks cannot be read");
        }
        if let Err(error) = app.tokens.reload(&app.store).await {
            warn!(%error, "the signing keys cannot be read, those known stay in use");
        }
        app.note_unnamed_proxies().await;
        app.callers.tidy();
        app.forget_absent();
        app.expire_sessions().await;
    }
}

impl App {
    async fn expire_sessions(&self) {
        let Ok(overdue) = self.store.expiring_sessions(self.clock.wall().0, PAGE).await else { return };
        for session in overdue {
            let news = webhook_events::of_session(self, &session, SessionStatus::Expired);
            let update = store::SessionUpdate {
                session: session.id,
                status: store::SessionStatus::Expired,
                room: None,
                result: None,
            };
            // A session that began in this very moment is not overdue any more.
            self.store.update_session(update, news).await.ok();
        }
    }
}

async fn ensure_tenant(store: &Store, id: &str, name: &str, now: Timestamp) -> Result<(), StoreError> {
    let tenant = Tenant {
        id: store::TenantId(id.to_owned()),
        name: name.to_owned(),
        created_ms: now.0,
        ..Tenant::default()
    };
    match store.create_tenant(tenant).await {
        Ok(()) | Err(StoreError::Taken(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

fn body_reader(settings: &Settings) -> BodyReader {
    BodyReader::new(sockets::BodyLimits {
        timeout: settings.times.request_body,
        in_memory: settings.limits.request_bodies,
        in_memory_per_address: settings.limits.request_bodies_per_address,
    })
}

fn socket_config(app: &App) -> sockets::Config {
    let settings = &app.settings;
    sockets::Config {
        namespaces: games::catalogue().games().into_iter().map(|game| format!("/{game}")).collect(),
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
        bodies: app.bodies.clone(),
        ..sockets::Config::default()
    }
}

/// The packets that are read of a client who may send so many events: enough to refuse some before the rest waits.
fn of_packets(events: u32, get_moves: u32) -> u32 {
    events.saturating_add(get_moves).saturating_mul(4)
}

fn listener_limits(app: &App) -> sockets::Limits {
    let settings = &app.settings;
    sockets::Limits {
        connections: settings.limits.connections,
        connections_per_address: settings.limits.connections_per_address,
        trusted_proxies: app.trusted_proxies.clone(),
        drain: settings.times.shutdown_grace,
        ..sockets::Limits::default()
    }
}
