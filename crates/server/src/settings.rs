//! The settings of an operator: addresses, durations, limits. The defaults are the documented values.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use game::Variant;
use rooms::Timing;

use crate::origins;

pub use common::{PlanLimits, Plans};
pub use sockets::{Tls, TlsError, TlsFiles};
pub use webhooks::AddressRules as WebhookSettings;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Everything needed to start a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where metrics are served.
    pub metrics_listen: MetricsListen,
    /// The bearer token for `/metrics` on `listen`.
    pub metrics_token: Option<Hidden>,
    /// The data folder.
    pub data: PathBuf,
    /// The address of Redis, if this is one of several nodes.
    pub redis: Option<Hidden>,
    /// The public URL, such as `https://games.example/parlour`.
    pub public_url: Option<String>,
    /// The certificate chain for TLS, in PEM format; requires `tls_key`.
    pub tls_cert: Option<PathBuf>,
    /// The private key of that certificate, in PEM format.
    pub tls_key: Option<PathBuf>,
    /// Whether players without a session token are allowed.
    pub guests: bool,
    /// The origins whose pages may open sockets as guests; `*` means all.
    pub guest_origins: Vec<String>,
    /// Whether pages of every site may use every key and token and frame every game; for development.
    pub allow_any_origin: bool,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether every commit is on disk before it is acknowledged.
    pub durable: bool,
    /// The number of bot threads.
    pub bot_threads: usize,
    /// Where webhooks may be sent besides public addresses over TLS.
    pub webhooks: WebhookSettings,
    /// The durations.
    pub times: Times,
    /// The bounds.
    pub limits: ServerLimits,
    /// How long data is kept.
    pub retention: Retention,
    /// What each plan has.
    pub plans: Plans,
}

impl Settings {
    /// The certificate files, if TLS is configured.
    pub fn tls_files(&self) -> Option<TlsFiles> {
        let (certificate, key) = (self.tls_cert.clone()?, self.tls_key.clone()?);
        Some(TlsFiles { certificate, key })
    }

    /// Whether clients connect over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.tls_cert.is_some() || self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether a page of this origin may use what these sites may use.
    pub(crate) fn allows_origin(&self, origin: Option<&str>, sites: &[String]) -> bool {
        self.allow_any_origin || origins::allowed(origin, sites, self.public_url.as_deref())
    }

    /// The public path of the server, with a slash at both ends.
    pub(crate) fn base_path(&self) -> String {
        let url = self.public_url.as_deref().unwrap_or_default();
        let path =
            url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
        match path.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}/"),
        }
    }

    /// The timing of rooms of this variant.
    pub(crate) fn timing(&self, variant: &dyn Variant) -> Timing {
        let times = &self.times;
        let description = variant.description();
        let usual =
            description.answer_delays.map(|delay| (millis(delay.from_millis), millis(delay.to_millis)));
        Timing {
            reconnect_window: times.reconnect_window,
            reconnect_total: times.reconnect_total,
            keep_finished: times.keep_finished,
            bot_patience: times.bot_patience,
            answer_delays: times.bot_delays.get(description.game).copied().unwrap_or(usual),
            gallery: self.limits.spectators_per_room,
        }
    }
}

fn millis(count: u32) -> Duration {
    Duration::from_millis(count.into())
}

/// Where metrics are served, separately from the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsListen {
    /// On localhost, at the port of `listen` plus 10000, or at a free port if `listen` has port 0.
    Auto,
    /// At this address.
    At(SocketAddr),
    /// Nowhere.
    Off,
}

/// A text that is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hidden")
    }
}

/// Durations of play and service.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// How long a session token can be used to join.
    pub token_life: Duration,
    /// How long a room code can be used to join.
    pub room_code_life: Duration,
    /// How long a player may be away at a time.
    pub reconnect_window: Duration,
    /// How long a player may be away in one game in total.
    pub reconnect_total: Duration,
    /// How long a finished room is kept in memory.
    pub keep_finished: Duration,
    /// How long a bot's answer may be overdue.
    pub bot_patience: Duration,
    /// How long a request body may take to arrive.
    pub request_body: Duration,
    /// How long clients have to react to a restart.
    pub shutdown_grace: Duration,
    /// How old a cached response about the whole server may be.
    pub cached_answers: Duration,
    /// How long a sign-in to the dashboard lasts.
    pub dashboard_sign_in: Duration,
    /// Idle timeouts by game, where they differ from the game's own.
    pub idle: BTreeMap<String, Idle>,
    /// Answer times of bots by game (easy, medium, hard), where they differ from the game's own.
    pub bot_delays: BTreeMap<String, [(Duration, Duration); 3]>,
    /// The interval of pings.
    pub ping_interval: Duration,
    /// How long a client may take to answer a ping.
    pub ping_timeout: Duration,
}

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// When the game is lost.
    pub timeout: Duration,
    /// How long before that the player is warned.
    pub warning: Duration,
}

/// Limits on everything that can grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// The largest event or message from a socket, in bytes.
    pub socket_payload: usize,
    /// The largest request body, in bytes.
    pub request_body: usize,
    /// The bytes of request bodies in memory.
    pub request_bodies: usize,
    /// The bytes of request bodies in memory per address.
    pub request_bodies_per_address: usize,
    /// Events per second that a socket may send, in the long run.
    pub events_per_second: u32,
    /// Events that a socket may send at once.
    pub event_burst: u32,
    /// Requests for legal moves per second that a socket may send, in the long run; they do not count as
    /// events.
    pub get_moves_per_second: u32,
    /// Requests for legal moves that a socket may send at once.
    pub get_moves_burst: u32,
    /// Requests per minute without an API key, per address.
    pub anonymous_requests_per_minute: u32,
    /// Requests per minute for pages and files of the web app, per address.
    pub page_requests_per_minute: u32,
    /// Requests per minute for health, metrics and documents, per address.
    pub operator_requests_per_minute: u32,
    /// Attempts per minute to sign in to the dashboard, per address.
    pub sign_ins_per_minute: u32,
    /// Open connections in total.
    pub connections: usize,
    /// Open connections per address.
    pub connections_per_address: usize,
    /// Packets queued for one slow client.
    pub outbound_packets: usize,
    /// Players in one queue.
    pub waiting_players: usize,
    /// Running rooms per tenant.
    pub rooms_per_tenant: usize,
    /// Spectators per room.
    pub spectators_per_room: usize,
}

/// How long data is kept; `None` means forever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Finished games of tenants, and their sessions.
    pub games: Option<Duration>,
    /// Finished games of guests, with the addresses they played from.
    pub guests: Option<Duration>,
    /// Delivered and dead webhook events, with every attempt.
    pub webhook_log: Option<Duration>,
    /// The log of administrative actions.
    pub audit: Option<Duration>,
    /// Idempotency keys; a repeat after that is a new request.
    pub idempotency: Option<Duration>,
    /// The log of requests with keys.
    pub requests: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7300)),
            metrics_listen: MetricsListen::Auto,
            metrics_token: None,
            data: PathBuf::from("data"),
            redis: None,
            public_url: None,
            tls_cert: None,
            tls_key: None,
            guests: true,
            guest_origins: vec!["*".to_owned()],
            allow_any_origin: false,
            trusted_proxies: Vec::new(),
            durable: true,
            bot_threads: 1,
            webhooks: WebhookSettings::default(),
            times: Times::default(),
            limits: ServerLimits::default(),
            retention: Retention::default(),
            plans: Plans::default(),
        }
    }
}

impl Default for Times {
    fn default() -> Times {
        Times {
            token_life: Duration::from_secs(5 * 60),
            room_code_life: Duration::from_secs(10 * 60),
            reconnect_window: Duration::from_secs(60),
            reconnect_total: Duration::from_secs(5 * 60),
            keep_finished: Duration::from_secs(10 * 60),
            bot_patience: Duration::from_secs(10),
            request_body: Duration::from_secs(10),
            shutdown_grace: Duration::from_secs(10),
            cached_answers: Duration::from_secs(1),
            dashboard_sign_in: Duration::from_secs(12 * 60 * 60),
            idle: BTreeMap::new(),
            bot_delays: BTreeMap::new(),
            ping_interval: Duration::from_secs(10),
            ping_timeout: Duration::from_secs(8),
        }
    }
}

impl Default for Retention {
    fn default() -> Retention {
        Retention {
            games: None,
            guests: Some(30 * DAY),
            webhook_log: Some(30 * DAY),
            audit: Some(365 * DAY),
            idempotency: Some(DAY),
            requests: Some(7 * DAY),
        }
    }
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            socket_payload: 16 * 1024,
            request_body: 64 * 1024,
            request_bodies: 64 * 1024 * 1024,
            request_bodies_per_address: 4 * 1024 * 1024,
            events_per_second: 10,
            event_burst: 100,
            get_moves_per_second: 60,
            get_moves_burst: 400,
            anonymous_requests_per_minute: 120,
            page_requests_per_minute: 6_000,
            operator_requests_per_minute: 600,
            sign_ins_per_minute: 10,
            connections: 15_000,
            connections_per_address: 5_000,
            outbound_packets: 256,
            waiting_players: 10_000,
            rooms_per_tenant: 20_000,
            spectators_per_room: 1_000,
        }
    }
}
