//! The handle to all sockets of a server.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;

use crate::config::Config;
use crate::connection::SocketLayer;
use crate::engine::{self, EngineServer};
use crate::handler::Handler;
use crate::reason::DisconnectReason;

/// The handle to all sockets of a server; clones refer to the same server.
#[derive(Clone)]
pub struct Sockets(Arc<EngineServer>);

/// The counters of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of open sessions.
    pub sessions: usize,
    /// The number of connected sockets; a session has one per namespace.
    pub sockets: usize,
    /// How often the handler panicked.
    pub panics: usize,
    /// How many clients were closed because they read too slowly.
    pub slow_consumers: usize,
}

/// Serves `handler` on the paths of `config`.
pub fn router<H: Handler>(config: Config, handler: H) -> (Router, Sockets) {
    let layer = SocketLayer::new(handler, &config.namespaces);
    let engine = EngineServer::new(config);
    (engine::router(Arc::clone(&engine), layer), Sockets(engine))
}

impl Sockets {
    /// Closes every session with `reason` and waits until the handler has been notified; no new ones are
    /// opened.
    ///
    /// It waits for a busy handler, so use a timeout.
    pub async fn close_all(&self, reason: DisconnectReason) {
        self.0.close_all(reason).await;
    }

    /// The current counters.
    pub fn stats(&self) -> Stats {
        let counters = &self.0.counters;
        Stats {
            sessions: self.0.open_sessions(),
            sockets: counters.sockets.load(Ordering::Relaxed),
            panics: counters.panics.load(Ordering::Relaxed),
            slow_consumers: counters.slow_consumers.load(Ordering::Relaxed),
        }
    }
}
