//! Everything an application may choose about the transport.

use std::time::Duration;

use http::HeaderName;
use http::header::{ORIGIN, USER_AGENT};

use crate::body::BodyReader;

/// The settings of a server; the default suits a board game.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the server answers, each with and without a trailing slash.
    pub paths: Vec<String>,
    /// The namespaces a client may join; any other is refused as invalid.
    pub namespaces: Vec<String>,
    /// The quiet time before the first ping, and between a pong and the next ping.
    pub ping_interval: Duration,
    /// How long a client may take to answer a ping.
    pub ping_timeout: Duration,
    /// How long a session may stay in no namespace.
    pub connect_timeout: Duration,
    /// How long a websocket may take to take over from polling.
    pub upgrade_timeout: Duration,
    /// The largest request body, websocket message and websocket frame, in bytes.
    pub max_payload: usize,
    /// The packets that may wait for one client; one more closes it as a slow consumer.
    /// While more than half of them wait, its events wait too.
    pub max_outbound: usize,
    /// The packets of one client that may wait for the handler; then the transport stops reading.
    pub max_inbound: usize,
    /// The packets of one client that are read in a second; more are read later.
    pub packets_per_second: u32,
    /// The packets of one client that are read at once before they are counted by the second.
    pub packet_burst: u32,
    /// The sessions that may be open at once.
    pub max_sessions: usize,
    /// The sessions that may be open at once from one address (an IPv6 network of 64 bits counts as one).
    pub max_sessions_per_address: usize,
    /// What reads the bodies of requests; it may be shared with other routes.
    pub bodies: BodyReader,
    /// The handshake headers that [`Handshake::header`](crate::Handshake::header) can show later.
    pub kept_headers: Vec<HeaderName>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            paths: vec!["/socket.io".into(), "/api/socket/io".into()],
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
