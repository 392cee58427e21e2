//! Background work: heartbeat, reloading of lists, expiry of sessions, retention.

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
use crate::rest::{Callers, RequestLog};
use crate::token::Tokens;
use crate::webhook_events::WebhookEvents;

/// The interval of heartbeat and cleanup.
const BEAT: Duration = Duration::from_secs(1);
/// How many overdue sessions are read at a time.
const PAGE: u32 = 500;

/// The background tasks.
pub(crate) struct Maintenance {
    pub(crate) context: Context,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) webhooks: Arc<WebhookEvents>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) callers: Arc<Callers>,
    pub(crate) request_log: Arc<RequestLog>,
    pub(crate) trusted_proxies: TrustedProxies,
}

impl Maintenance {
    /// Every second: records the heartbeat, reloads webhook subscribers and signing keys, expires unused
    /// sessions, and drops stale rate limits. Runs until shutdown.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut beats = tokio::time::interval(BEAT);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let Context { store, clock, .. } = &self.context;
        loop {
            beats.tick().await;
            if self.context.cluster.is_none()
                && let Err(error) = self.context.heartbeat().await
            {
                warn!(%error, "heartbeat not stored");
            }
            if let Err(error) = self.webhooks.subscribers.refresh(store, clock.wall().0).await {
                warn!(%error, "webhook subscribers not reloaded");
            }
            if let Err(error) = self.tokens.reload(store).await {
                warn!(%error, "signing keys not reloaded, the known ones stay in use");
            }
            self.note_unnamed_proxies().await;
            self.callers.tidy();
            if let Err(error) = self.request_log.store(store).await {
                warn!(%error, "log of requests not stored");
            }
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
            // A session that started meanwhile is no longer overdue.
            store.update_session(update, news).await.ok();
        }
    }
}
