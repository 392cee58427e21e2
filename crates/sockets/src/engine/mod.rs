//! Engine.IO 4: sessions over polling and websocket, for a message layer on top.

mod cors;
pub(crate) mod handshake;
mod heartbeat;
pub(crate) mod message;
mod polling;
pub(crate) mod queue;
mod refusal;
mod request;
mod routes;
pub(crate) mod session;
mod websocket;

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub(crate) use routes::router;

use crate::config::Config;
use crate::id::SessionId;
use crate::quota::{Quota, QuotaShare};
use crate::reason::DisconnectReason;
use common::lock;
use session::EngineSession;

/// The layer on top of a session: Socket.IO, or the echo that the protocol's test suite needs.
pub(crate) trait Layer: Send + Sync + 'static {
    /// Handles the messages of one session in order until it ends.
    fn serve(&self, session: Arc<EngineSession>) -> impl Future<Output = ()> + Send;

    /// Whether a page of this origin may connect.
    fn allow_origin(&self, origin: Option<&str>) -> bool;
}

/// The sessions of one server and their shared state.
pub(crate) struct EngineServer {
    pub(crate) config: Config,
    pub(crate) counters: Counters,
    admitted: Arc<Quota>,
    closing: AtomicBool,
    sessions: Mutex<HashMap<SessionId, Arc<EngineSession>>>,
}

/// Counters of a server.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) sockets: AtomicUsize,
    pub(crate) panics: AtomicUsize,
    pub(crate) slow_consumers: AtomicUsize,
}

impl EngineServer {
    pub(crate) fn new(config: Config) -> Arc<Self> {
        Arc::new(Self {
            admitted: Quota::new(config.max_sessions, config.max_sessions_per_address),
            config,
            counters: Counters::default(),
            closing: AtomicBool::new(false),
            sessions: Mutex::default(),
        })
    }

    pub(crate) fn open_sessions(&self) -> usize {
        self.admitted.taken()
    }

    /// Closes every session and waits until the layer has finished with the last one; no new ones are opened.
    pub(crate) async fn close_all(&self, reason: DisconnectReason) {
        self.closing.store(true, Ordering::SeqCst);
        let sessions: Vec<_> = lock(&self.sessions).values().cloned().collect();
        for session in sessions {
            session.close(reason);
        }
        self.admitted.emptied().await;
    }

    fn session(&self, id: SessionId) -> Option<Arc<EngineSession>> {
        lock(&self.sessions).get(&id).cloned()
    }

    /// Starts the task that serves `session` until it ends.
    fn start<L: Layer>(self: &Arc<Self>, session: &Arc<EngineSession>, share: QuotaShare, layer: Arc<L>) {
        lock(&self.sessions).insert(session.id, Arc::clone(session));
        if self.closing.load(Ordering::SeqCst) {
            session.close(DisconnectReason::Shutdown);
        }
        let entry = SessionEntry { session: Arc::clone(session), _share: share };
        tokio::spawn(async move {
            let session = &entry.session;
            tokio::select! {
                () = layer.serve(Arc::clone(session)) => {}
                never = heartbeat::beat(session) => match never {},
            }
            session.close(DisconnectReason::ServerDisconnect);
            session.last_words_taken().await;
        });
    }
}

/// A session's entry in the registry, removed even if its task panics.
struct SessionEntry {
    session: Arc<EngineSession>,
    _share: QuotaShare,
}

impl Drop for SessionEntry {
    fn drop(&mut self) {
        self.session.close(DisconnectReason::ServerDisconnect);
        lock(&self.session.engine.sessions).remove(&self.session.id);
    }
}
