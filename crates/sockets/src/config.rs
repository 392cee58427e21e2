//! The settings of the transport.

use std::time::Duration;

use http::HeaderName;
use http::header::{ORIGIN, USER_AGENT};

use crate::body::BodyReader;

/// The settings of a server; the default suits many clients with small messages.
#[derive(Clone, Debug)]
pub struct Config {
    /// The paths of the server, each with and without a trailing slash.
    pub paths: Vec<String>,
    /// The namespaces a client may join; any other is refused as invalid.
    pub namespaces: Vec<String>,
    /// The time before the first ping, and from a pong to the next ping.
    pub ping_interval: Duration,
    /// How long a client may take to answer a ping.
    pub ping_timeout: Duration,
    /// How long a session may be in no namespace.
    pub connect_timeout: Duration,
    /// How long the upgrade from polling to websocket may take.
    pub upgrade_timeout: Duration,
    /// The largest request body, websocket message and websocket frame, in bytes.
    pub max_payload: usize,
    /// How many packets may be queued for one client; one more closes it as a slow consumer. Above half, its
    /// events are no longer read.
    pub max_outbound: usize,
    /// How many packets of one client may be queued for the handler before the transport stops reading.
    pub max_inbound: usize,
    /// How many packets of one client are read per second; more are read later.
    pub packets_per_second: u32,
    /// How many packets of one client are read at once before the rate applies.
    pub packet_burst: u32,
    /// The maximum number of open sessions.
    pub max_sessions: usize,
    /// The maximum number of open sessions per address (an IPv6 /64 network counts as one).
    pub max_sessions_per_address: usize,
    /// The reader of request bodies; it may be shared with other routes.
    pub bodies: BodyReader,
    /// The handshake headers available from [`Handshake::header`](crate::Handshake::header).
    pub kept_headers: Vec<HeaderName>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            paths: vec!["/socket.io".into()],
            namespaces: vec!["/".into()],
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(10),
            upgrade_timeout: Duration::from_secs(10),
            max_payload: 16 * 1024,
            max_outbound: 256,
            max_inbound: 32,
            packets_per_second: 300,
            packet_burst: 2_000,
            max_sessions: 20_000,
            max_sessions_per_address: 2_000,
            bodies: BodyReader::default(),
            kept_headers: vec![ORIGIN, USER_AGENT],
        }
    }
}
