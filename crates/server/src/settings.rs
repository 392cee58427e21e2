//! What an operator can decide: addresses, durations, limits. The documented values are the defaults.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use game::Variant;
use rooms::Timing;

pub use sockets::{Tls, TlsError, TlsFiles};
pub use webhooks::AddressRules as WebhookSettings;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Everything the server needs to know before it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where metrics are served.
    pub metrics_listen: MetricsListen,
    /// The bearer token that opens `/metrics` at `listen` too.
    pub metrics_token: Option<Hidden>,
    /// Where the data lives.
    pub data: PathBuf,
    /// The address the world sees, such as `https://games.example/parlour`.
    pub public_url: Option<String>,
    /// The certificate chain to serve TLS with, in PEM form; goes with `tls_key`.
    pub tls_cert: Option<PathBuf>,
    /// The private key of that certificate, in PEM form.
    pub tls_key: Option<PathBuf>,
    /// Whether people without a session token may play.
    pub guests: bool,
    /// The origins whose pages may open sockets as guests; `*` stands for all.
    pub guest_origins: Vec<String>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether every commit is on the disk before it is acknowledged.
    pub durable: bool,
    /// How many threads bots may use.
    pub bot_threads: usize,
    /// Where webhooks may go beside public addresses over TLS.
    pub webhooks: WebhookSettings,
    /// The durations.
    pub times: Times,
    /// The bounds.
    pub limits: ServerLimits,
    /// How long things are kept.
    pub retention: Retention,
}

impl Settings {
    /// The files of the certificate, if TLS is to be served.
    pub fn tls_files(&self) -> Option<TlsFiles> {
        let (certificate, key) = (self.tls_cert.clone()?, self.tls_key.clone()?);
        Some(TlsFiles { certificate, key })
    }

    /// Whether the world comes over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.tls_cert.is_some() || self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The path the world sees the server under, with a slash at both ends.
    pub(crate) fn base_path(&self) -> String {
        let url = self.public_url.as_deref().unwrap_or_default();
        let path =
            url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
        match path.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}/"),
        }
    }

    /// How long things take in rooms of this variant.
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

/// Where metrics are served, apart from the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsListen {
    /// To this machine alone, at the port of `listen` plus 10000; at a free one if `listen` asks for a free one.
    Auto,
    /// At this address.
    At(SocketAddr),
    /// Nowhere.
    Off,
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hidden")
    }
}

/// Every duration of play and service.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// How long a session token can be used to join.
    pub token_life: Duration,
    /// How long a room code can be used to join.
    pub room_code_life: Duration,
    /// How long a player may be gone, each time.
    pub reconnect_window: Duration,
    /// How long a player may be gone in one game, all absences together.
    pub reconnect_total: Duration,
    /// How long a finished room still answers.
    pub keep_finished: Duration,
    /// How long after its due time a bot's answer is waited for.
    pub bot_patience: Duration,
    /// How long the body of a request may take to arrive.
    pub request_body: Duration,
    /// How long clients are given to hear of a restart.
    pub shutdown_grace: Duration,
    /// How old an answer about the whole server may be before it is computed anew.
    pub cached_answers: Duration,
    /// Patience and warning time by game, where they differ from the game's own.
    pub idle: BTreeMap<String, Idle>,
    /// Answer times of bots by game (easy, medium, hard), where they differ from the game's own.
    pub bot_delays: BTreeMap<String, [(Duration, Duration); 3]>,
    /// How often a connection is asked whether it lives.
    pub ping_interval: Duration,
    /// How long it may take to answer.
    pub ping_timeout: Duration,
}

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// After this long the game is lost.
    pub timeout: Duration,
    /// This long before the end the player is warned.
    pub warning: Duration,
}

/// Every bound on what can grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Largest event or message from a socket, in bytes.
    pub socket_payload: usize,
    /// Largest body of a request, in bytes.
    pub request_body: usize,
    /// Bytes of request bodies in memory at once.
    pub request_bodies: usize,
    /// Bytes of request bodies in memory at once from one address.
    pub request_bodies_per_address: usize,
    /// Events a socket may send in a second, in the long run.
    pub events_per_second: u32,
    /// Events a socket may send at once.
    pub event_burst: u32,
    /// Questions for legal moves a socket may send in a second, in the long run; they are not counted as events.
    pub get_moves_per_second: u32,
    /// Questions for legal moves a socket may send at once.
    pub get_moves_burst: u32,
    /// Requests per minute without an API key, by address.
    pub anonymous_requests_per_minute: u32,
    /// Requests per minute for pages and files of the web app, by address.
    pub page_requests_per_minute: u32,
    /// Requests per minute for health, metrics and documents, by address.
    pub operator_requests_per_minute: u32,
    /// Open connections in total.
    pub connections: usize,
    /// Open connections from one address.
    pub connections_per_address: usize,
    /// Packets waiting for one slow client.
    pub outbound_packets: usize,
    /// Players waiting in one queue.
    pub waiting_players: usize,
    /// Running rooms of one tenant.
    pub rooms_per_tenant: usize,
    /// Spectators of one room.
    pub spectators_per_room: usize,
}

/// How long things are kept; nothing means for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Finished games of tenants and their sessions.
    pub games: Option<Duration>,
    /// Finished games of guests, with the addresses they played from.
    pub guests: Option<Duration>,
    /// Webhook events that were delivered or given up, with every attempt.
    pub webhook_log: Option<Duration>,
    /// The log of administrative acts.
    pub audit: Option<Duration>,
    /// Idempotency keys; a repeat after that is a new request.
    pub idempotency: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7300)),
            metrics_listen: MetricsListen::Auto,
            metrics_token: None,
            data: PathBuf::from("data"),
            public_url: None,
            tls_cert: None,
            tls_key: None,
            guests: true,
            guest_origins: vec!["*".to_owned()],
            trusted_proxies: Vec::new(),
            durable: true,
            bot_threads: 1,
            webhooks: WebhookSettings::default(),
            times: Times::default(),
            limits: ServerLimits::default(),
            retention: Retention::default(),
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
            connections: 15_000,
            connections_per_address: 5_000,
            outbound_packets: 256,
            waiting_players: 10_000,
            rooms_per_tenant: 20_000,
            spectators_per_room: 1_000,
        }
    }
}
