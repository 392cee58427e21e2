//! What the server does by itself while it serves: proof of life, fresh lists, the end of sessions, retention.

mod retention;
mod unnamed_proxies;

use std::sync::Arc;
use std::time::Duration;

use common::SessionStatus;
use sockets::TrustedProxies;
use tracing::warn;

pub use self::unnamed_proxies::UNNAMED_PROXY;
use crate::context::Context;
use crate::matchmaking::Matchmaking;
use crate::rest::Callers;
use crate::token::Tokens;
use crate::webhook_events::WebhookEvents;

/// How often the server notes that it is alive, and tidies up.
const BEAT: Duration = Duration::from_secs(1);
/// How many overdue sessions are read at a time.
const PAGE: u32 = 500;

/// The work that nobody asks for.
pub(crate) struct Maintenance {
    pub(crate) context: Context,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) webhooks: Arc<WebhookEvents>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) callers: Arc<Callers>,
    pub(crate) trusted_proxies: TrustedProxies,
}

impl Maintenance {
    /// Notes that the server is alive, learns who wants webhooks and which keys sign, expires sessions nobody came to,
    /// forgets old allowances; runs as long as the server.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut beats = tokio::time::interval(BEAT);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let Context { store, clock, .. } = &self.context;
        loop {
            beats.tick().await;
            if let Err(error) = self.context.heartbeat().await {
                warn!(%error, "the store does not take writes");
            }
            if let Err(error) = self.webhooks.subscribers.refresh(store, clock.wall().0).await {
                warn!(%error, "who wants webhooks cannot be read");
            }
            if let Err(error) = self.tokens.reload(store).await {
                warn!(%error, "the signing keys cannot be read, those known stay in use");
            }
            self.note_unnamed_proxies().await;
            self.callers.tidy();
            self.matchmaking.drop_overdue_places();
            self.expire_sessions().await;
        }
    }

    async fn expire_sessions(&self) {
        let Context { store, clock, .. } = &self.context;
        let Ok(overdue) = store.expiring_sessions(clock.wall().0, PAGE).await else { return };
        for session in overdue {
            let news = self.webhooks.of_session(&session, SessionStatus::Expired);
            let update = store::SessionUpdate {
                session: session.id,
                status: SessionStatus::Expired,
                room: None,
                result: None,
            };
            // A session that began in this very moment is not overdue any more.
            store.update_session(update, news).await.ok();
        }
    }
}
