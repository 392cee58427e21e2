//! The transport from the outside: raw clients against a real server on a loopback port.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod events;
mod handshake;
mod heartbeat;
mod http;
mod listener;
mod malformed;
mod namespaces;
mod patience;
mod polling;
mod server;
mod shutdown;
mod tls;
mod upgrade;
